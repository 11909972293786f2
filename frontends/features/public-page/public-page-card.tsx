import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { PublicPage } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { publicPagePath, slugForm } from '@darsi/contracts/rules/public-page.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

/** Switches a teacher's public page on or off, chooses its address and shares it. */
export function PublicPageCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.publicPage)
  const loaded = useCall(api, 'GET /me/public-page')
  return (
    <Card title={t('pageTitle')} level={3}>
      <p className="ds-soft">{t('pageText')}</p>
      <LoadedPanel of={loaded}>
        {({ data }) => (
          <PageForm
            page={data}
            save={async (body) => loaded.set(await api.call('PUT /me/public-page', { body }))}
          />
        )}
      </LoadedPanel>
    </Card>
  )
}

type FormProps = { page: PublicPage; save: (page: { enabled: boolean; slug: string }) => Promise<void> }

function PageForm({ page, save }: FormProps) {
  const t = useTranslator(texts.publicPage)
  const [slug, setSlug] = useState(page.slug || page.proposal)
  const { run, busy, error, clear } = useAction()
  const send = (enabled: boolean) =>
    run(
      async () => {
        if (!slugForm.test(slug)) throw new Error(t('slugInvalid'))
        await save({ enabled, slug })
      },
      t(enabled ? 'pageOn' : 'pageOff'),
    )
  return (
    <Form onSubmit={() => send(page.enabled)}>
      <Switch
        label={t('pageSwitch')}
        hint={t('pageSwitchHint')}
        checked={page.enabled}
        disabled={busy}
        onChange={(event) => void send(event.target.checked)}
      />
      <Field label={t('slug')} hint={t('slugHint')} error={error} required>
        <TextInput
          dir="ltr"
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          onChange={(text) => {
            clear()
            setSlug(text.toLowerCase())
          }}
        />
      </Field>
      {page.slug !== '' && slug !== page.slug && (
        <div className="ds-row">
          <Button type="submit" size="sm" variant="secondary" loading={busy}>
            {t('slugSave')}
          </Button>
        </div>
      )}
      {page.enabled && !page.reachable && page.slug === page.shownSlug && (
        <Banner live="none">{t('notReachable')}</Banner>
      )}
      {page.enabled && page.slug !== page.shownSlug && <Banner live="none">{t('slugWaiting')}</Banner>}
      {page.reachable && <Share slug={page.shownSlug} />}
    </Form>
  )
}

function Share({ slug }: { slug: string }) {
  const t = useTranslator(texts.publicPage)
  const path = pathIn(useLanguage(), publicPagePath(slug))
  const url = new URL('https://wa.me/')
  url.searchParams.set('text', `${t('shareText')} ${window.location.origin}${path}`)
  return (
    <div className="ds-row">
      <LinkButton size="sm" variant="secondary" href={path} target="_blank" rel="noreferrer">
        {t('pageOpen')}
      </LinkButton>
      <LinkButton size="sm" variant="secondary" href={url.href} target="_blank" rel="noreferrer">
        {t('pageShare')}
      </LinkButton>
    </div>
  )
}
