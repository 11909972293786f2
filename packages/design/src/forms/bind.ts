/** Connects controls to the fields of a form's values: `<TextInput {...bind('name')} />` gets `value` and `onChange`. */
export const binder =
  <Values extends object>(values: Values, change: (part: Partial<Values>) => void) =>
  <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange(value: Values[Name]) {
      const part: Partial<Values> = {}
      part[name] = value
      change(part)
    },
  })
