import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { longestBoardText } from '@darsi/contracts/rules/board-limits.ts'
import { takesFirstFocus } from '@darsi/design/dialogs/first-focus.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import type { WrittenKind } from '../page/board-object.ts'
import { FormulaMarkup } from '../page/formula-markup.tsx'

type Draft = { text: string; size: number }
type Props = {
  kind: WrittenKind
  draft: Draft
  onSave: (draft: Draft) => void
  onClose: () => void
}

const sizes = { small: 24, middle: 36, large: 60 } as const
type SizeName = keyof typeof sizes
const sizeNames: readonly SizeName[] = ['small', 'middle', 'large']

// each button inserts its text; the caret moves into the first empty braces
const parts = [
  { label: 'a⁄b', insert: '\\frac{}{}', name: 'fraction' },
  { label: '√', insert: '\\sqrt{}', name: 'root' },
  { label: 'xⁿ', insert: '^{}', name: 'power' },
  { label: 'xₙ', insert: '_{}', name: 'index' },
  { label: '×', insert: '\\times ', name: 'times' },
  { label: '÷', insert: '\\div ', name: 'divided' },
  { label: '≤', insert: '\\leq ', name: 'atMost' },
  { label: '≥', insert: '\\geq ', name: 'atLeast' },
  { label: '≠', insert: '\\neq ', name: 'notEqual' },
  { label: 'π', insert: '\\pi ', name: 'pi' },
  { label: '⇒', insert: '\\Rightarrow ', name: 'implies' },
  { label: '∞', insert: '\\infty ', name: 'infinity' },
] as const

/** Adds a text in any script, or a formula. The buttons help users who do not know the notation. */
export function WrittenDialog({ kind, draft, onSave, onClose }: Props) {
  const t = useTranslator(texts.board)
  const [text, setText] = useState(draft.text)
  const [size, setSize] = useState<SizeName>(sizeNames.find((name) => sizes[name] >= draft.size) ?? 'large')
  const [missing, setMissing] = useState(false)
  const error = missing && text.trim() === '' ? t('textMissing') : undefined
  const send = () => {
    setMissing(text.trim() === '')
    if (text.trim() === '') return null
    onSave({ text: text.trim(), size: sizes[size] })
    return Promise.resolve()
  }
  return (
    <ActionDialog
      title={t(kind === 'text' ? 'tool_text' : 'tool_formula')}
      confirm={t('put')}
      done={null}
      size="md"
      send={send}
      onClose={onClose}
    >
      {kind === 'text' ? (
        <Field label={t('text')} error={error}>
          <Textarea
            ref={takesFirstFocus}
            dir="auto"
            rows={3}
            maxLength={longestBoardText}
            value={text}
            onChange={setText}
          />
        </Field>
      ) : (
        <FormulaField text={text} error={error} onChange={setText} />
      )}
      <RadioGroup
        legend={t('size')}
        variant="segments"
        value={size}
        onChange={setSize}
        options={sizeNames.map((value) => ({ value, label: t(`size_${value}`) }))}
      />
    </ActionDialog>
  )
}

type FormulaProps = { text: string; error: string | undefined; onChange: (text: string) => void }

function FormulaField({ text, error, onChange }: FormulaProps) {
  const t = useTranslator(texts.board)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => takesFirstFocus(input.current), [])
  const insert = (part: string) => {
    const field = input.current
    const start = field?.selectionStart ?? text.length
    const end = field?.selectionEnd ?? start
    onChange(text.slice(0, start) + part + text.slice(end))
    const brace = part.indexOf('{}')
    const caret = start + (brace < 0 ? part.length : brace + 1)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  return (
    <>
      <Field label={t('formula')} hint={t('formulaHint')} error={error}>
        <TextInput
          ref={input}
          dir="ltr"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={onChange}
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a question, these are buttons */}
      <div className="ds-row ds-board-parts" role="group" aria-label={t('formulaParts')} dir="ltr">
        {parts.map(({ label, insert: part, name }) => (
          <Button key={name} size="sm" variant="secondary" onClick={() => insert(part)}>
            <span aria-hidden>{label}</span>
            <span className="ds-hidden">{t(`part_${name}`)}</span>
          </Button>
        ))}
      </div>
      {text.trim() !== '' && (
        <output className="ds-board-preview" dir="ltr" aria-label={t('preview')}>
          <FormulaMarkup source={text} />
        </output>
      )}
    </>
  )
}
