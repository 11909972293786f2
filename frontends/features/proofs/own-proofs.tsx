import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { ReviewFileAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { fileTypes } from '@darsi/contracts/rules/files.ts'
import { type ProofKind, proofKinds } from '@darsi/contracts/rules/proofs.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useRef } from 'react'
import { OneFileState, useOneFile } from '../materials/public.ts'
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
                <OwnProof key={kind} api={api} kind={kind} review={file} onChange={loaded.set} />
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
type Props = { api: ApiClient; kind: ProofKind; review: ReviewFileAnswer; onChange: (answer: Answer) => void }

function OwnProof({ api, kind, review, onChange }: Props) {
  const t = useTranslator(texts.proofs)
  const name = proofNames[kind][useLanguage()]
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, error } = useAction()
  const file = useOneFile(api, {
    finish: async (upload) =>
      onChange(await api.call('PUT /me/proofs/:kind', { params: { kind }, body: { upload } })),
  })
  const proofs = review.proofs.filter((proof) => proof.kind === kind)
  const isWaiting = proofs[0]?.state === 'waiting'
  const params = { kind }
  const takeBack = () => run(async () => onChange(await api.call('DELETE /me/proofs/:kind', { params })))
  return (
    <li className="ds-proof">
      <div>
        <p>
          <strong className="ds-proof-name">{name}</strong>{' '}
          <span className="ds-soft ds-small">
            {t(review.required.includes(kind) ? 'required' : 'optional')}
          </span>
        </p>
        {/* the newest document, and the accepted one that is valid until the next decision */}
        {proofs
          .filter((proof, index) => index === 0 || (proof.state === 'accepted' && isWaiting && index === 1))
          .map((proof) => (
            <ProofState key={proof.id} proof={proof} />
          ))}
        {error !== null && <FieldError role="alert">{error}</FieldError>}
        <OneFileState file={file} />
      </div>
      <div className="ds-row">
        <input
          ref={input}
          type="file"
          hidden
          accept={fileTypes.join(',')}
          aria-label={t('fileOf', { name })}
          onChange={({ target }) => {
            if (target.files?.[0]) void file.choose(target.files[0])
            // allows choosing the same file again
            target.value = ''
          }}
        />
        <Button
          size="sm"
          variant="secondary"
          loading={busy || file.busy}
          onClick={() => input.current?.click()}
        >
          {t(proofs.length === 0 ? 'choose' : 'chooseOther')}
          <span className="ds-hidden"> {name}</span>
        </Button>
        {isWaiting && (
          <Button size="sm" variant="quiet" disabled={busy || file.busy} onClick={() => void takeBack()}>
            {t('takeBack')}
            <span className="ds-hidden"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
