import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { fileTypes } from '@darsi/contracts/rules/files.ts'
import { useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { CloseIcon, PaperclipIcon } from '@darsi/design/graphics/icons.tsx'
import { formatPercent } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useRef } from 'react'
import { texts } from '../texts.ts'
import type { ChosenFile, ChosenFiles } from './use-files.ts'
import type { OneFile } from './use-one-file.ts'
import './materials.css'

/** The button that adds files; in a form it says which files are accepted, before one is refused. */
export function AddFiles({ files, inForm = false }: { files: ChosenFiles; inForm?: boolean }) {
  const t = useTranslator(texts.materials)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={fileTypes.join(',')}
        aria-label={t('add')}
        onChange={({ target }) => {
          files.add(target.files ?? [])
          // the same file again is a change too
          target.value = ''
        }}
      />
      <Button
        variant="quiet"
        size="sm"
        icon={PaperclipIcon}
        disabled={files.isFull}
        title={t('limits')}
        onClick={() => input.current?.click()}
      >
        {t('add')}
      </Button>
      {inForm && <span className="ds-soft ds-small">{t('limits')}</span>}
    </>
  )
}

/** The chosen files with their progress; a button resumes a broken upload. */
export function ChosenFileList({ files: { files, left, retry, remove } }: { files: ChosenFiles }) {
  const t = useTranslator(texts.materials)
  const language = useLanguage()
  // a draft cannot keep a file
  useUnsaved(files.length > 0)
  if (files.length === 0) return null
  return (
    <>
      {left.length > 0 && (
        <FieldError role="alert">{t('tooMany', { names: listOf(left, language) })}</FieldError>
      )}
      <ul className="ds-chosen-files" aria-label={t('chosen')}>
        {files.map((file) => (
          <li key={file.key} className="ds-chosen-file">
            <div className="ds-chosen-file-texts">
              <bdi className="ds-chosen-file-name">{file.name}</bdi>
              <Progress file={file} />
            </div>
            {file.error !== null && file.mayRetry && (
              <Button size="sm" variant="secondary" onClick={() => retry(file.key)}>
                {t('goOn')}
                <span className="ds-hidden"> {file.name}</span>
              </Button>
            )}
            <IconButton
              icon={CloseIcon}
              size="sm"
              label={t('remove', { name: file.name })}
              onClick={() => remove(file.key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Progress({ file: { error, material, progress, name } }: { file: ChosenFile }) {
  const t = useTranslator(texts.materials)
  if (error !== null) return <FieldError role="alert">{error}</FieldError>
  if (material !== null) return <span className="ds-soft ds-small">{t('ready')}</span>
  return <Bar progress={progress} label={t('sending', { name })} />
}

function Bar({ progress, label }: { progress: number; label: string }) {
  const language = useLanguage()
  return (
    <span className="ds-row ds-small">
      <progress max={1} value={progress} aria-label={label} />
      <span className="ds-soft ds-numbers">{formatPercent(progress, language)}</span>
    </span>
  )
}

/** How far one file is, or why it stopped. */
export function OneFileState({ file: { progress, error, goOn } }: { file: OneFile }) {
  const t = useTranslator(texts.materials)
  return (
    <>
      {progress !== null && <Bar progress={progress} label={t('sendingOne')} />}
      {error !== null && <FieldError role="alert">{error}</FieldError>}
      {goOn && (
        <Button size="sm" variant="secondary" onClick={goOn}>
          {t('goOn')}
        </Button>
      )}
    </>
  )
}
