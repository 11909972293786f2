import { useState } from 'react'
import { Accordion, AccordionList } from '../accordion.tsx'
import { Badge } from '../badge.tsx'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { ConfirmDialog, Dialog } from '../dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { BellIcon, HelpIcon } from '../icons.tsx'
import { EmptyScene } from '../illustrations.tsx'
import { TextInput } from '../input.tsx'
import { ProgressBar, Steps } from '../progress.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Spinner } from '../spinner.tsx'
import { Tabs } from '../tabs.tsx'
import { useToast } from '../toast.tsx'
import { Section } from './section.tsx'
import { showcaseTexts } from './showcase-texts.ts'

export function FeedbackSection() {
  const t = useTranslator(showcaseTexts)
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
  const t = useTranslator(showcaseTexts)
  const [tab, setTab] = useState('overview')
  const tabs = [
    { id: 'overview', label: t('overview') },
    {
      id: 'requests',
      label: t('requests'),
      badge: 3,
      badgeLabel: t('waiting', { count: 3 }),
      icon: BellIcon,
    },
    { id: 'profile', label: t('profile') },
    { id: 'availability', label: t('availability') },
  ]
  return (
    <Section title={t('navigation')}>
      <Steps label={t('navigation')} steps={[t('step1'), t('step2')]} current={1} />
      <Tabs label={t('navigation')} tabs={tabs} selected={tab} onSelect={setTab}>
        <ProgressBar label={t('coverage')} value={14} max={24} text="14/24" />
      </Tabs>
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
