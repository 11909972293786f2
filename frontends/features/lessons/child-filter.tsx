import { SelectFilter } from '@darsi/design/forms/filters.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Props = {
  learners: readonly { id: string; firstName: string }[]
  /** Empty for all children. */
  childId: string
  onChange: (childId: string) => void
}

/** Limits a parent's list to one child. */
export function ChildFilter({ learners, childId, onChange }: Props) {
  const t = useTranslator(texts.lessons)
  return (
    <SelectFilter
      label={t('child')}
      value={childId}
      onChange={onChange}
      options={[
        { value: '', label: t('everyChild') },
        ...learners.map(({ id, firstName }) => ({ value: id, label: firstName })),
      ]}
    />
  )
}
