import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { shownAnswer, useCall } from '@darsi/client/query/use-call.ts'
import type { ProofAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { ReviewedPhoto } from '../public-page/public.ts'
import { factsOf } from './profile-facts.ts'
import { ProofState } from './proof-state.tsx'
import { proofTexts } from './texts.ts'
import './proofs.css'

type Props = { api: ApiClient; teacherId: string }
type FileProps = Props & {
  /** Inside another decision: the proofs are shown without buttons. */
  readOnly?: boolean
}

/** For administrators: a teacher's whole profile and each proof with its decision. */
export function ReviewFile({ api, teacherId, readOnly = false }: FileProps) {
  const t = useTranslator(proofTexts)
  const language = useLanguage()
  const loaded = useCall(api, 'GET /admin/teachers/:id/review-file', { params: { id: teacherId } })
  return (
    <LoadedPanel of={loaded} shape="text">
      {({ data: file }) => (
        <div className="ds-stack">
          {file.status === 'pending' && (
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
            items={factsOf(file, language, t).map((fact) =>
              fact.id === 'bio' ? { ...fact, value: <Words>{fact.value}</Words> } : fact,
            )}
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

/** The state of the profile in the review file that the page shows; undefined where it shows none. */
export const readProfileAt = (api: ApiClient, teacherId: string): string | undefined =>
  shownAnswer(api, 'GET /admin/teachers/:id/review-file', { params: { id: teacherId } })?.data.updatedAt

const Words = ({ children }: { children: ReactNode }) => (
  <span className="ds-proof-words" dir="auto">
    {children}
  </span>
)

function ReviewedProof({ api, teacherId, proof, readOnly }: FileProps & { proof: ProofAnswer }) {
  const t = useTranslator(proofTexts)
  const name = proofNames[proof.kind][useLanguage()]
  const [asked, setAsked] = useState<'accepted' | 'refused' | null>(null)
  const file = useProofFile({ api, teacherId, proof })
  return (
    <li className="ds-proof">
      <div>
        <p>
          <strong className="ds-proof-name">{name}</strong>
        </p>
        <ProofState proof={proof} />
        {!proof.hasFile && <p className="ds-soft ds-small">{t('fileDeleted')}</p>}
        {file.error !== null && <p role="alert">{file.error}</p>}
      </div>
      <div className="ds-row">
        {proof.hasFile && (
          <Button size="sm" variant="secondary" loading={file.loading} onClick={() => void file.open()}>
            {t('look')}
            <span className="ds-hidden"> {name}</span>
          </Button>
        )}
        {proof.state === 'waiting' &&
          !readOnly &&
          (['accepted', 'refused'] as const).map((decision) => (
            <Button
              key={decision}
              size="sm"
              variant={decision === 'accepted' ? 'primary' : 'danger-quiet'}
              onClick={() => setAsked(decision)}
            >
              {t(`do-${decision}`)}
              <span className="ds-hidden"> {name}</span>
            </Button>
          ))}
      </div>
      {file.picture !== null && <img className="ds-proof-picture" src={file.picture} alt={name} />}
      {asked !== null && (
        <ProofDecision
          api={api}
          teacherId={teacherId}
          proof={proof}
          decision={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}

type DecisionProps = Props & { proof: ProofAnswer; decision: 'accepted' | 'refused'; onClose: () => void }

function ProofDecision({ api, teacherId, proof, decision, onClose }: DecisionProps) {
  const t = useTranslator(proofTexts)
  const name = proofNames[proof.kind][useLanguage()]
  const isRefusal = decision === 'refused'
  return (
    <TextDialog
      draft={`proof/${proof.id}`}
      title={t(`title-${decision}`, { name })}
      confirm={t(`do-${decision}`)}
      done={t(`done-${decision}`)}
      danger={isRefusal}
      label={t(isRefusal ? 'reason' : 'note')}
      hint={t('reasonHint')}
      missing={isRefusal ? t('reasonRequired') : undefined}
      optional={!isRefusal}
      maxLength={500}
      onText={async (reason) => {
        const params = { id: teacherId, proof: proof.id }
        await api.call('PUT /admin/teachers/:id/proofs/:proof', { params, body: { decision, reason } })
        invalidate(api, 'user')
      }}
      onClose={onClose}
    >
      <p>{t(`text-${decision}`)}</p>
    </TextDialog>
  )
}

/** A picture is displayed, a PDF is downloaded. The server logs each view. */
function useProofFile({ api, teacherId, proof }: Props & { proof: ProofAnswer }) {
  const [state, setState] = useState({ loading: false, error: null as string | null })
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])
  const open = async () => {
    setState({ loading: true, error: null })
    try {
      const params = { id: teacherId, proof: proof.id }
      const answer = await api.response('GET /admin/teachers/:id/proofs/:proof/file', { params })
      const content = new Blob([await answer.arrayBuffer()], { type: proof.type })
      if (proof.type === 'application/pdf') saveFile(content, `${proof.kind}.pdf`)
      else setPicture(URL.createObjectURL(content))
      setState({ loading: false, error: null })
    } catch (failure) {
      setState({ loading: false, error: errorText(failure) })
    }
  }
  return { ...state, picture, open }
}
