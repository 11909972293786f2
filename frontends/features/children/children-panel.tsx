import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useLinkedItem } from '@darsi/client/place/use-linked-item.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { LessonScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { CareChanges } from './care-changes.tsx'
import type { Child } from './child.ts'
import { ChildCard } from './child-card.tsx'
import { ChildForm } from './child-form.tsx'
import { ConsentRequests } from './consent-requests.tsx'
import { Consents } from './consents.tsx'
import { GuardianCode } from './guardian-code.tsx'
import { LinkDialog } from './link-dialog.tsx'
import './children.css'

type Open = { what: 'add' | 'link' } | { what: 'edit' | 'invite' | 'remove'; child: Child }

type Props = { api: ApiClient; title: string; children?: ReactNode }

/** My Children: open consent requests, the children, then all consents. */
export function ChildrenPanel({ api, title, children: notice }: Props) {
  const t = useTranslator(texts.children)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const loaded = useCall(api, 'GET /children')
  const figures = useCall(api, 'GET /sessions/children')
  const list = useLinkedItem('child', loaded.data?.data ?? [])
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
      <CareChanges api={api} />
      <ConsentRequests api={api} />
      <LoadedPanel of={loaded}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture={<LessonScene />} title={t('noneTitle')} actions={buttons}>
              {t('noneText')}
            </EmptyState>
          ) : (
            <>
              <ul className="ds-children" ref={list}>
                {data.map((child) => (
                  <ChildCard
                    key={child.id}
                    child={child}
                    figures={figures.data?.data.find(({ childId }) => childId === child.id) ?? null}
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
  const t = useTranslator(texts.children)
  const toast = useToast()
  const name = child.firstName
  const remove = async () => {
    await api.call('DELETE /children/:id', { params: { id: child.id } })
    invalidate(api, 'child', 'connection')
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
