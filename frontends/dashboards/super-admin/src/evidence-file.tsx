import type { OpenedEvidence } from '@darsi/contracts/calls/admin/evidence-api.ts'
import { isolated } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'

type Props = { of: OpenedEvidence; onClose: () => void }

/** The evidence of one alert, as it was when the alert was raised. */
export function EvidenceFile({ of: { text, quoted, people, messages, omitted, viewed }, onClose }: Props) {
  const t = useTranslator(texts.superAdmin)
  const tu = useTranslator(texts.users)
  const language = useLanguage()
  const apart = (part: string) => isolated(part, language)
  const nameOf = (id: string) => people.find(({ userId }) => userId === id)?.fullName || id.slice(0, 8)
  return (
    <Dialog
      open
      size="lg"
      title={t('tab_evidence')}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t('evidenceClose')}
        </Button>
      }
    >
      {text !== '' && <Part title={t('evidenceReport')} lines={[text]} />}
      {quoted !== '' && <Part title={t('evidenceQuoted')} lines={[quoted]} />}
      <Part
        title={t('evidencePeople')}
        lines={people.map(({ fullName, role, email, phone }) =>
          [fullName, tu(`role-${role}`), email, phone].filter(Boolean).map(apart).join(' · '),
        )}
      />
      <Part
        title={t('evidenceMessages')}
        lines={
          messages.length === 0
            ? [t('evidenceNoMessages')]
            : messages.map(({ field, by, at, text, held }) => {
                const kind = [t(`said-${field}`), ...(held ? [t('evidenceHeld')] : [])]
                const head = [formatDateTime(at, language), nameOf(by), ...kind]
                return `${head.map(apart).join(' · ')}: ${apart(text)}`
              })
        }
      />
      {omitted && (
        <p>
          {t('evidenceOmitted', {
            messages: formatNumber(omitted.messages, language),
            conversations: formatNumber(omitted.conversations, language),
          })}
        </p>
      )}
      {viewed.length > 0 && (
        <Part
          title={t('evidenceViewed')}
          lines={viewed.map(({ byName, by, at, reason }) =>
            [formatDateTime(at, language), byName || by.slice(0, 8), reason].map(apart).join(' · '),
          )}
        />
      )}
    </Dialog>
  )
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {lines.map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
    </section>
  )
}
