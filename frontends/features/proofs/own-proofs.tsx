import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { ReviewFileAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { fileTypes, uploadRefusal } from '@darsi/contracts/rules/files.ts'
import { type ProofKind, proofKinds } from '@darsi/contracts/rules/proofs.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useRef } from 'react'
import { texts } from '../texts.ts'
import { ProofState } from './proof-state.tsx'
import './proofs.css'

/** The teacher's own proofs: what is required, what is missing, and the documents with their decisions. */
export function OwnProofs({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.proofs)
  const loaded = useCall(api, 'GET /me/review-file')
  return (
    <Card title={t('ownTitle')} level={3}>
      <p className="ds-soft">{t('ownText')}</p>
      <LoadedPanel of={loaded}>
        {({ data: file }) => (
          <>
            <Missing file={file} />
            <ul className="ds-proofs">
              {proofKinds.map((kind) => (
                <OwnProof key={kind} api={api} kind={kind} file={file} onChange={loaded.set} />
              ))}
            </ul>
          </>
        )}
      </LoadedPanel>
    </Card>
  )
}

function Missing({ file: { status, missing, missingFields } }: { file: ReviewFileAnswer }) {
  const t = useTranslator(texts.proofs)
  const language = useLanguage()
  if (status !== 'pending' || missing.length === 0) return null
  const isProfile = missing.includes('profile')
  return (
    <Banner title={t('missingTitle')}>
      <ul>
        {missing.map((need) => (
          <li key={need}>
            {t(`need-${need}`)}
            {need === 'profile' &&
              isProfile &&
              `: ${listOf(
                missingFields.map((field) => t(`field-${field}`)),
                language,
              )}`}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

type Answer = { success: true; data: ReviewFileAnswer }
type Props = { api: ApiClient; kind: ProofKind; file: ReviewFileAnswer; onChange: (answer: Answer) => void }

function OwnProof({ api, kind, file, onChange }: Props) {
  const t = useTranslator(texts.proofs)
  const name = proofNames[kind][useLanguage()]
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, error } = useAction()
  const proofs = file.proofs.filter((proof) => proof.kind === kind)
  const isWaiting = proofs[0]?.state === 'waiting'
  const params = { kind }
  const upload = (chosen: File) =>
    run(async () => {
      const refusal = uploadRefusal(chosen)
      if (refusal) throw new Error(t(refusal))
      onChange(await api.call('PUT /me/proofs/:kind', { params, body: chosen }))
    })
  const takeBack = () => run(async () => onChange(await api.call('DELETE /me/proofs/:kind', { params })))
  return (
    <li className="ds-proof">
      <div>
        <p>
          <strong className="ds-proof-name">{name}</strong>{' '}
          <span className="ds-soft ds-small">
            {t(file.required.includes(kind) ? 'required' : 'optional')}
          </span>
        </p>
        {/* the newest document, and the accepted one that is valid until the next decision */}
        {proofs
          .filter((proof, index) => index === 0 || (proof.state === 'accepted' && isWaiting && index === 1))
          .map((proof) => (
            <ProofState key={proof.id} proof={proof} />
          ))}
        {error !== null && <FieldError role="alert">{error}</FieldError>}
      </div>
      <div className="ds-row">
        <input
          ref={input}
          type="file"
          hidden
          accept={fileTypes.join(',')}
          aria-label={t('fileOf', { name })}
          onChange={({ target }) => {
            if (target.files?.[0]) void upload(target.files[0])
            // allows choosing the same file again
            target.value = ''
          }}
        />
        <Button size="sm" variant="secondary" loading={busy} onClick={() => input.current?.click()}>
          {t(proofs.length === 0 ? 'choose' : 'chooseOther')}
          <span className="ds-hidden"> {name}</span>
        </Button>
        {isWaiting && (
          <Button size="sm" variant="quiet" disabled={busy} onClick={() => void takeBack()}>
            {t('takeBack')}
            <span className="ds-hidden"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
