import { ProgressBar, Steps } from '@darsi/design/charts/progress.tsx'
import { ConfirmDialog, Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { HelpIcon } from '@darsi/design/graphics/icons.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { Spinner } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { useState } from 'react'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

export function FeedbackSection() {
  const t = useTranslator(texts.showcase)
  const toast = useToast()
  const [shown, setShown] = useState<'dialog' | 'confirm' | null>(null)
  const [banner, setBanner] = useState(true)
  const close = () => setShown(null)
  return (
    <Section title={t('feedback')}>
      <Banner title={t('infoTitle')} live="none">
        {t('infoText')}
      </Banner>
      <Banner tone="success" live="none">
        {t('saved')}
      </Banner>
      <Banner tone="warning" live="none" actions={<Button size="sm">{t('primary')}</Button>}>
        {t('warning')}
      </Banner>
      {banner && (
        <Banner tone="danger" live="none" onDismiss={() => setBanner(false)}>
          {t('failed')}
        </Banner>
      )}
      <div className="ds-row">
        <Badge tone="success">{t('approved')}</Badge>
        <Badge tone="warning">{t('pending')}</Badge>
        <Badge tone="danger">{t('suspended')}</Badge>
        <Badge tone="accent">{t('teacher')}</Badge>
        <Badge>{t('student')}</Badge>
        <Spinner />
      </div>
      <div className="ds-row">
        <Button variant="secondary" onClick={() => toast(t('saved'))}>
          {t('showToast')}
        </Button>
        <Button variant="secondary" onClick={() => setShown('dialog')}>
          {t('openDialog')}
        </Button>
        <Button variant="danger-quiet" onClick={() => setShown('confirm')}>
          {t('askDelete')}
        </Button>
      </div>
      <Dialog
        open={shown === 'dialog'}
        title={t('profile')}
        onClose={close}
        actions={<Button onClick={close}>{t('approve')}</Button>}
      >
        <Field label={t('fullName')}>
          <TextInput />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={shown === 'confirm'}
        title={t('danger')}
        confirmLabel={t('danger')}
        danger
        onConfirm={close}
        onCancel={close}
      >
        <p>{t('deleteText', { name: 'Nour Trabelsi' })}</p>
      </ConfirmDialog>
      <div className="ds-showcase-columns">
        <EmptyState
          title={t('emptyTitle')}
          picture={<EmptyScene />}
          actions={<Button>{t('primary')}</Button>}
        >
          <p>{t('emptyText')}</p>
        </EmptyState>
        <Skeleton shape="card" lines={4} />
      </div>
    </Section>
  )
}

export function NavigationSection() {
  const t = useTranslator(texts.showcase)
  return (
    <Section title={t('navigation')}>
      <Steps label={t('navigation')} steps={[t('step1'), t('step2')]} current={1} />
      <ProgressBar label={t('coverage')} value={14} max={24} text="14/24" />
      <AccordionList>
        <Accordion title={t('question')} icon={HelpIcon} open>
          <p>{t('answer')}</p>
        </Accordion>
        <Accordion title={t('infoTitle')}>
          <p>{t('infoText')}</p>
        </Accordion>
      </AccordionList>
    </Section>
  )
}
