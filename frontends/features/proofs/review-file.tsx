import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { shownAnswer, useCall } from '@darsi/client/query/use-call.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import type { ReactNode } from 'react'
import { ReviewedPhoto } from '../public-page/public.ts'
import { texts } from '../texts.ts'
import { factsOf } from './profile-facts.ts'
import { ReviewedProof } from './reviewed-proof.tsx'
import './proofs.css'

type Props = { api: ApiClient; teacherId: string }
type FileProps = Props & {
  /** Inside another decision: the proofs are shown without buttons. */
  readOnly?: boolean
  /** Below the account's own data, which has the address and the employment. */
  belowAccount?: boolean
}

/** For administrators: a teacher's whole profile and each proof with its decision. */
export function ReviewFile({ api, teacherId, readOnly = false, belowAccount = false }: FileProps) {
  const t = useTranslator(texts.proofs)
  const language = useLanguage()
  const loaded = useCall(api, 'GET /admin/teachers/:id/review-file', { params: { id: teacherId } })
  return (
    <LoadedPanel of={loaded} shape="text">
      {({ data: file }) => (
        <div className="ds-stack">
          {file.status !== 'approved' && (
            <p className="ds-row">
              {file.missing.length === 0 ? (
                <Badge tone="success">{t('complete')}</Badge>
              ) : (
                file.missing.map((need) => (
                  <Badge key={need} tone="warning">
                    {t('lacks', { need: t(`need-${need}`) })}
                  </Badge>
                ))
              )}
            </p>
          )}
          <ReviewedPhoto api={api} teacherId={teacherId} name={file.name} photo={file.photo} />
          <DefinitionList
            items={factsOf(file, language, t)
              .filter(({ id }) => !(belowAccount && ofAccount.includes(id ?? '')))
              .map((fact) => (fact.id === 'bio' ? { ...fact, value: <Words>{fact.value}</Words> } : fact))}
          />
          {file.proofs.length === 0 ? (
            <p className="ds-soft">{t('noProofs')}</p>
          ) : (
            <ul className="ds-proofs">
              {file.proofs.map((proof) => (
                <ReviewedProof
                  key={proof.id}
                  api={api}
                  teacherId={teacherId}
                  proof={proof}
                  readOnly={readOnly}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </LoadedPanel>
  )
}

const ofAccount: readonly string[] = ['address', 'employment']

/** The state of the profile in the review file that the page shows; undefined where it shows none. */
export const readProfileAt = (api: ApiClient, teacherId: string): string | undefined =>
  shownAnswer(api, 'GET /admin/teachers/:id/review-file', { params: { id: teacherId } })?.data.updatedAt

const Words = ({ children }: { children: ReactNode }) => (
  <span className="ds-proof-words" dir="auto">
    {children}
  </span>
)
