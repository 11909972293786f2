import { Button } from '../forms/button.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './person-name.css'

export type Person = { id: string; name: string }
export type ShowPerson = (person: Person) => void

type Props = {
  name: string
  /** Null or undefined if there is no account to open. */
  id: string | null | undefined
  onShow: ShowPerson | undefined
}

/** A name that opens its account. */
export function PersonName({ name, id, onShow }: Props) {
  const t = useTranslator(designTexts.ui)
  if (!id || !onShow) return <bdi>{name}</bdi>
  return (
    <Button
      variant="quiet"
      size="sm"
      className="ds-person-name"
      aria-label={t('profileOf', { name })}
      onClick={() => onShow({ id, name })}
    >
      <bdi>{name}</bdi>
    </Button>
  )
}
