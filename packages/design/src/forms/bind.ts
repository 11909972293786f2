/** The value of one field of a form and its change, for a control: `<TextInput {...bind('name')} />`. */
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
