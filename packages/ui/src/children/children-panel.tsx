import { type ReactNode, useCallback, useState } from 'react'
import { announce, useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { EmptyState } from '../empty-state.tsx'
import { useTranslator } from '../i18n.tsx'
import { PlusIcon } from '../icons.tsx'
import { LessonScene } from '../illustrations.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { PageHeader } from '../page-header.tsx'
import { useToast } from '../toast.tsx'
import type { Child } from './child.ts'
import { ChildCard } from './child-card.tsx'
import { ChildForm } from './child-form.tsx'
import { childrenTexts } from './children-texts.ts'
import { ConsentRequests } from './consent-requests.tsx'
import { Consents } from './consents.tsx'
import { GuardianCode } from './guardian-code.tsx'
import { LinkDialog } from './link-dialog.tsx'
import './children.css'

type Open = { what: 'add' | 'link' } | { what: 'edit' | 'invite' | 'remove'; child: Child }

type Props = { api: ApiClient; title: string; children?: ReactNode }

/** My Children: what waits for a consent on top, the children, then the ledger of consents. */
export function ChildrenPanel({ api, title, children: notice }: Props) {
  const t = useTranslator(childrenTexts)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const loaded = useLoaded(useCallback((signal: AbortSignal) => api.call('GET /children', { signal }), [api]))
  useAnnounced('children', loaded.reload)
  const buttons = (
    <>
      <Button icon={PlusIcon} onClick={() => setOpen({ what: 'add' })}>
        {t('add')}
      </Button>
      <Button variant="secondary" onClick={() => setOpen({ what: 'link' })}>
        {t('link')}
      </Button>
    </>
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={title} actions={loaded.data?.data.length ? buttons : undefined} />
      <ConsentRequests api={api} />
      <LoadedPanel of={loaded}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture={<LessonScene />} title={t('noneTitle')} actions={buttons}>
              {t('noneText')}
            </EmptyState>
          ) : (
            <>
              <ul className="ds-children">
                {data.map((child) => (
                  <ChildCard
                    key={child.id}
                    child={child}
                    onEdit={() => setOpen({ what: 'edit', child })}
                    onInvite={() => setOpen({ what: 'invite', child })}
                    onRemove={() => setOpen({ what: 'remove', child })}
                  />
                ))}
              </ul>
              <Consents api={api} learners={data} />
            </>
          )
        }
      </LoadedPanel>
      {notice}
      {open?.what === 'add' && <ChildForm api={api} child={null} onClose={close} />}
      {open?.what === 'edit' && <ChildForm api={api} child={open.child} onClose={close} />}
      {open?.what === 'link' && <LinkDialog api={api} onClose={close} />}
      {open?.what === 'invite' && <GuardianCode api={api} child={open.child} onClose={close} />}
      {open?.what === 'remove' && <RemoveChild api={api} child={open.child} onClose={close} />}
    </div>
  )
}

function RemoveChild({ api, child, onClose }: { api: ApiClient; child: Child; onClose: () => void }) {
  const t = useTranslator(childrenTexts)
  const toast = useToast()
  const name = child.firstName
  const remove = async () => {
    await api.call('DELETE /children/:id', { params: { id: child.id } })
    announce('children')
    announce('connections')
    toast(t('removed', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t('removeTitle', { name })}
      confirmLabel={t('remove')}
      onConfirm={remove}
      onCancel={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}
