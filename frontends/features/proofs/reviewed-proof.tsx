import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { ReasonForm, templatesOf } from '@darsi/client/queue/reason-form.tsx'
import type { ProofAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { openPdf } from '../pdf/public.ts'
import { texts } from '../texts.ts'
import { ProofState } from './proof-state.tsx'

type Props = { api: ApiClient; teacherId: string; proof: ProofAnswer }

/** A proof with its document, and the buttons that decide about it unless it is decided or `readOnly`. */
export function ReviewedProof({ readOnly, ...props }: Props & { readOnly: boolean }) {
  const { proof } = props
  const t = useTranslator(texts.proofs)
  const name = proofNames[proof.kind][useLanguage()]
  const file = useProofFile(props)
  const look = proof.hasFile && (
    <Button size="sm" variant="secondary" loading={file.loading} onClick={() => void file.open()}>
      {t('look')}
      <span className="ds-hidden"> {name}</span>
    </Button>
  )
  return (
    <li className="ds-proof">
      <div>
        <p>
          <strong className="ds-proof-name">{name}</strong>
        </p>
        <ProofState proof={proof} />
        {!proof.hasFile && <p className="ds-soft ds-small">{t('fileDeleted')}</p>}
        {file.error !== null && <FieldError role="alert">{file.error}</FieldError>}
      </div>
      {proof.state === 'waiting' && !readOnly ? (
        <ProofDecision {...props} name={name}>
          {look}
        </ProofDecision>
      ) : (
        look
      )}
      {file.save && (
        <Button size="sm" variant="quiet" onClick={file.save}>
          {t('save')}
          <span className="ds-hidden"> {name}</span>
        </Button>
      )}
      {file.pictures.map(({ url, complete }, index) => (
        <Fragment key={url}>
          {!complete && (
            <div className="ds-proof-wide">
              <Banner tone="warning">{t('notWholePage')}</Banner>
            </div>
          )}
          <img
            className="ds-proof-wide ds-proof-picture"
            src={url}
            alt={file.pictures.length === 1 ? name : t('page', { name, number: index + 1 })}
          />
        </Fragment>
      ))}
    </li>
  )
}

/** Accepting takes one press; a refusal needs a reason, which is written beside the document. */
function ProofDecision({ name, children, ...props }: Props & { name: string; children: ReactNode }) {
  const t = useTranslator(texts.proofs)
  const [refusing, setRefusing] = useState(false)
  const { busy, error, decide } = useProofDecision(props)
  return (
    <>
      <div className="ds-row">
        {children}
        <Button size="sm" loading={busy} onClick={() => void decide('accepted')}>
          {t('do-accepted')}
          <span className="ds-hidden"> {name}</span>
        </Button>
        <Button
          size="sm"
          variant="danger-quiet"
          aria-expanded={refusing}
          onClick={() => setRefusing(!refusing)}
        >
          {t('do-refused')}
          <span className="ds-hidden"> {name}</span>
        </Button>
      </div>
      {error !== null && (
        <FieldError role="alert" className="ds-proof-wide">
          {error}
        </FieldError>
      )}
      {refusing && (
        <div className="ds-proof-wide">
          <ReasonForm
            danger
            draft={`proof/${props.proof.id}`}
            templates={refuseReasons}
            label={t('reason')}
            hint={t('text-refused')}
            missing={t('reasonRequired')}
            confirm={t('do-refused')}
            maxLength={500}
            busy={busy}
            onReason={(reason) => decide('refused', reason)}
            onCancel={() => setRefusing(false)}
          />
        </div>
      )}
    </>
  )
}

function useProofDecision({ api, teacherId, proof }: Props) {
  const t = useTranslator(texts.proofs)
  const { run, busy, error } = useAction()
  const decide = (decision: 'accepted' | 'refused', reason = '') =>
    run(
      async () => {
        const params = { id: teacherId, proof: proof.id }
        await api.call('PUT /admin/teachers/:id/proofs/:proof', { params, body: { decision, reason } })
        invalidate(api, 'user')
      },
      t(`done-${decision}`),
    )
  return { busy, error, decide }
}

/** Shows a picture, or the pages of a PDF as pictures. The server logs each view. */
function useProofFile({ api, teacherId, proof }: Props) {
  const { run, busy: loading, error } = useAction()
  const [pictures, setPictures] = useState<readonly { url: string; complete: boolean }[]>([])
  const [pdf, setPdf] = useState<Blob | null>(null)
  const name = `${proof.kind}.pdf`
  useEffect(
    () => () => {
      for (const { url } of pictures) URL.revokeObjectURL(url)
    },
    [pictures],
  )
  const open = () =>
    run(async () => {
      const params = { id: teacherId, proof: proof.id }
      const answer = await api.response('GET /admin/teachers/:id/proofs/:proof/file', { params })
      const content = new Blob([await answer.arrayBuffer()], { type: proof.type })
      const isPdf = proof.type === 'application/pdf'
      const drawn = isPdf ? await drawnPages(content) : [{ picture: content, complete: true }]
      if (drawn === null) saveFile(content, name)
      else
        setPictures(drawn.map(({ picture, complete }) => ({ url: URL.createObjectURL(picture), complete })))
      setPdf(isPdf ? content : null)
    })
  return { loading, error, pictures, open, save: pdf && (() => saveFile(pdf, name)) }
}

/** Reasons of refused documents; the teacher reads them. */
const refuseReasons = templatesOf(texts.refuseReasons)

/** A document of the review file has a few pages; a longer one is read in a program of its own. */
const mostPages = 12

type PageOfProof = { picture: Blob; complete: boolean }

/** The pages of a PDF as pictures, because the content security policy forbids embedding it; null if it cannot be drawn. */
async function drawnPages(pdf: Blob): Promise<PageOfProof[] | null> {
  const pages = await openPdf(pdf).catch(() => null)
  if (pages === null) return null
  try {
    if (pages.count > mostPages) return null
    const drawn: PageOfProof[] = []
    for (let number = 1; number <= pages.count; number++) {
      const { canvas, complete } = await pages.draw(number)
      drawn.push({ picture: await pictureOf(canvas), complete })
    }
    return drawn
  } catch {
    return null
  } finally {
    pages.close()
  }
}

/** @throws Error for a canvas that the browser cannot write */
const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((done, fail) =>
    canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error('The page is too large')))),
  )
