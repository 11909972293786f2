import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { Field } from '@darsi/ui/field.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { RefreshIcon } from '@darsi/ui/icons.tsx'
import { SearchInput, Select } from '@darsi/ui/input.tsx'
import { LoadMore } from '@darsi/ui/load-more.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { useToast } from '@darsi/ui/toast.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { type Decision, DecisionDialog } from '../users/decision-dialog.tsx'
import { type Filters, type ListedUser, useUsers } from '../users/use-users.ts'
import { UserTable } from '../users/user-table.tsx'

const first: Filters = { q: '', status: 'all', role: 'all', sort: { column: 'createdAt', descending: true } }

export default function UserManagement({ api, user: admin }: DashboardProps) {
  const t = useTranslator(texts)
  const toast = useToast()
  const [filters, setFilters] = useState(first)
  const [asked, setAsked] = useState<{ user: ListedUser; decision: Decision } | null>(null)
  const users = useUsers(api, filters)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))

  const decide = async (notes: string) => {
    if (!asked) return
    const { user, decision } = asked
    const status = decision === 'approve' || decision === 'reinstate' ? 'approved' : 'suspended'
    const answer = await api.call('PUT /admin/users/:id/status', {
      params: { id: user.id },
      body: { status, notes },
    })
    users.replace(answer.data)
    setAsked(null)
    toast(t(`${decision}Done`, { name: user.fullName || user.email }))
  }

  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('userManagementTab')}
        actions={
          <Button variant="secondary" onClick={users.refresh} loading={users.loading}>
            <RefreshIcon />
            {t('refresh')}
          </Button>
        }
      />
      {users.error !== null && (
        <Banner tone="danger" onDismiss={users.dismissError}>
          {users.error.message || t('usersFailed')}
        </Banner>
      )}
      <div className="admin-filters">
        <Field label={t('search')}>
          <SearchInput
            placeholder={t('searchPlaceholder')}
            value={filters.q}
            maxLength={64}
            onChange={(event) => change({ q: event.target.value })}
          />
        </Field>
        <Field label={t('statusColumn')}>
          <Select
            placeholder={null}
            value={filters.status}
            onChange={(status) => change({ status })}
            options={[
              { value: 'all', label: t('all') },
              { value: 'pending', label: t('status-pending') },
              { value: 'approved', label: t('status-approved') },
              { value: 'suspended', label: t('status-suspended') },
            ]}
          />
        </Field>
        <Field label={t('roleColumn')}>
          <Select
            placeholder={null}
            value={filters.role}
            onChange={(role) => change({ role })}
            options={[
              { value: 'all', label: t('all') },
              { value: 'student', label: t('students') },
              { value: 'teacher', label: t('teachers') },
              { value: 'parent', label: t('parents') },
              ...(admin.role === 'super-admin' ? [{ value: 'admin' as const, label: t('admins') }] : []),
            ]}
          />
        </Field>
      </div>
      <UserTable
        admin={admin}
        rows={users.rows}
        loading={users.loading}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        onDecide={(user, decision) => setAsked({ user, decision })}
      />
      {users.total > 0 && (
        <LoadMore shown={users.rows.length} total={users.total} onLoad={users.more} loading={users.loading} />
      )}
      {asked && (
        <DecisionDialog
          key={`${asked.user.id} ${asked.decision}`}
          user={asked.user}
          decision={asked.decision}
          onDecide={decide}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
