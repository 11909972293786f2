import { Button } from '@darsi/design/forms/button.tsx'
import { MessageIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Props = { name: string; onOpen: () => void }

/** Links a request to its conversation. */
export function MessagesButton({ name, onOpen }: Props) {
  const t = useTranslator(texts.messages)
  return (
    <Button size="sm" variant="soft" icon={MessageIcon} aria-label={`${t('open')}: ${name}`} onClick={onOpen}>
      {t('open')}
    </Button>
  )
}
