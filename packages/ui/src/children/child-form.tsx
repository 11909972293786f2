import { isKeyOf } from '@darsi/contracts/choices.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  isChildLevel,
  schoolTypes,
} from '@darsi/contracts/levels.ts'
import { parentSubjects, subjectFrom } from '@darsi/contracts/subjects.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { ChipGroup } from '../choice.tsx'
import { Dialog } from '../dialog.tsx'
import { Field, focusFirstInvalid } from '../field.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Select, Textarea, TextInput } from '../input.tsx'
import { gradeOptions, optionsOf, subjectOptions } from '../options.ts'
import { useToast } from '../toast.tsx'
import { type Child, oldestYear, youngestYear } from './child.ts'
import { childrenTexts } from './children-texts.ts'

type Draft = {
  firstName: string
  birthYear: string
  educationLevel: string
  grade: string
  schoolType: string
  educationalProgram: string
  subjects: string[]
  additionalInfo: string
}

type Props = { api: ApiClient; child: Child | null; onClose: () => void }

/** Adds a child or changes one; a refusal, also of a stale tab, stays here with all that was typed. */
export function ChildForm({ api, child, onClose }: Props) {
  const t = useTranslator(childrenTexts)
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const { draft, set, missing, busy, error, save, saveOver, attempts } = useChildDraft(api, child, onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt shows what is wrong
  useEffect(() => {
    if (form.current) focusFirstInvalid(form.current)
  }, [attempts, error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const today = new Date()
  const level = isChildLevel(draft.educationLevel) ? draft.educationLevel : ''
  const problem = (field: keyof Draft) => error?.about(field) ?? missing[field]
  return (
    <Dialog
      open
      title={child === null ? t('addTitle') : t('editTitle', { name: child.firstName })}
      onClose={onClose}
      locked={busy}
      actions={<FormButtons form={formId} confirm={t('save')} busy={busy} onClose={onClose} />}
    >
      {error !== null && (
        <Banner
          tone="danger"
          actions={
            error.code === 'STALE_VERSION' && (
              <Button size="sm" variant="secondary" loading={busy} onClick={() => void saveOver()}>
                {t('keepMine')}
              </Button>
            )
          }
        >
          {error.message}
        </Banner>
      )}
      <form ref={form} id={formId} className="ds-stack" onSubmit={submit} noValidate>
        <div className="ds-grid">
          <Field label={t('firstName')} hint={t('firstNameHint')} error={problem('firstName')} required>
            <TextInput
              dir="auto"
              maxLength={60}
              autoComplete="off"
              value={draft.firstName}
              onChange={(event) => set({ firstName: event.target.value })}
            />
          </Field>
          <Field label={t('birthYear')} error={problem('birthYear')} required>
            <TextInput
              type="number"
              inputMode="numeric"
              min={oldestYear(today)}
              max={youngestYear(today)}
              value={draft.birthYear}
              onChange={(event) => set({ birthYear: event.target.value })}
            />
          </Field>
          <Field label={t('level')} error={problem('educationLevel')} required>
            <Select
              options={optionsOf(childLevels, language)}
              value={level}
              onChange={(educationLevel) => set({ educationLevel, grade: '' })}
            />
          </Field>
          {level !== '' && (
            <Field label={t('grade')} error={problem('grade')} optional>
              <Select
                options={gradeOptions(level, language)}
                value={gradeFrom(level, draft.grade) ?? ''}
                onChange={(grade) => set({ grade })}
              />
            </Field>
          )}
          <Field label={t('schoolType')} error={problem('schoolType')} optional>
            <Select
              options={optionsOf(schoolTypes, language)}
              value={isKeyOf(schoolTypes, draft.schoolType) ? draft.schoolType : ''}
              onChange={(schoolType) => set({ schoolType })}
            />
          </Field>
          <Field label={t('program')} error={problem('educationalProgram')} optional>
            <Select
              options={optionsOf(educationalPrograms, language)}
              value={isKeyOf(educationalPrograms, draft.educationalProgram) ? draft.educationalProgram : ''}
              onChange={(educationalProgram) => set({ educationalProgram })}
            />
          </Field>
        </div>
        <ChipGroup
          legend={t('subjects')}
          error={problem('subjects')}
          options={subjectOptions(parentSubjects, language)}
          selected={parentSubjects.filter((subject) => draft.subjects.map(subjectFrom).includes(subject))}
          onChange={(subjects) => set({ subjects })}
        />
        {/* a learner with an account writes for the teacher there */}
        {child?.accountId == null && (
          <Field
            label={t('additionalInfo')}
            hint={t('additionalInfoHint')}
            error={problem('additionalInfo')}
            optional
          >
            <Textarea
              dir="auto"
              rows={3}
              maxLength={2000}
              value={draft.additionalInfo}
              onChange={(event) => set({ additionalInfo: event.target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

function useChildDraft(api: ApiClient, child: Child | null, onDone: () => void) {
  const t = useTranslator(childrenTexts)
  const toast = useToast()
  const [draft, setDraft] = useState<Draft>(() => draftOf(child))
  const [attempts, setAttempts] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const missing: Partial<Record<keyof Draft, string>> =
    attempts === 0
      ? {}
      : {
          ...(draft.firstName.trim() === '' && { firstName: t('nameMissing') }),
          ...(draft.birthYear === '' && { birthYear: t('yearMissing') }),
          ...(draft.educationLevel === '' && { educationLevel: t('levelMissing') }),
        }

  const attempt = async (version: () => Promise<number>) => {
    setAttempts((count) => count + 1)
    if (draft.firstName.trim() === '' || draft.birthYear === '' || draft.educationLevel === '') return
    setBusy(true)
    setError(null)
    const fields = { ...draft, firstName: draft.firstName.trim(), birthYear: Number(draft.birthYear) }
    try {
      if (child === null) await api.call('POST /children', { body: fields })
      else {
        const body = { ...fields, version: await version() }
        await api.call('PATCH /children/:id', { params: { id: child.id }, body })
      }
      announce('children')
      toast(t(child === null ? 'added' : 'saved', { name: fields.firstName }))
      onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }
  return {
    draft,
    missing,
    attempts,
    busy,
    error,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    save: () => attempt(async () => child?.version ?? 0),
    saveOver: () =>
      attempt(async () => {
        const { data } = await api.call('GET /children')
        return data.find(({ id }) => id === child?.id)?.version ?? child?.version ?? 0
      }),
  }
}

const draftOf = (child: Child | null): Draft => ({
  firstName: child?.firstName ?? '',
  birthYear: String(child?.birthYear ?? ''),
  educationLevel: child?.educationLevel ?? '',
  grade: child?.grade ?? '',
  schoolType: child?.schoolType ?? '',
  educationalProgram: child?.educationalProgram ?? '',
  subjects: child === null ? [] : [...child.subjects],
  additionalInfo: child?.additionalInfo ?? '',
})
