import { get } from 'node:http'
import type { PublicPage } from '@darsi/contracts/calls/users/public-pages-api.ts'
import type { TeacherCard } from '@darsi/contracts/calls/users/teachers-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { drawnPortrait } from '@darsi/kit/storage/drawn-portrait.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { sendFile } from './uploads.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const personal = { email: 'x@example.tn', fullName: 'X', language: 'en' as const }
const decisionOf = (
  type: 'user.approved' | 'user.suspended' | 'user.deletion-requested',
  userId: string,
): EventInput => {
  const account = { userId, role: 'teacher' as const, at: new Date().toISOString(), by: 'admin' }
  if (type !== 'user.suspended') return { type, data: account, personal }
  return { type, data: { ...account, previous: 'approved' }, personal: { ...personal, reason: 'x' } }
}

let count = 0
async function listed(fullName = 'Karim Jaziri') {
  const as = await users.account('teacher', {
    fullName,
    status: 'pending',
    roleData: { bio: 'Dix ans <b>avec</b> le bac', hourlyRate: 40, levels: ['secondary'], languages: ['ar'] },
  })
  await users.kafka.publish('admin', as.userId, 1, decisionOf('user.approved', as.userId))
  await eventually(() => users.teacherIndex.index.has(as.userId))
  count++
  return { as, id: as.userId, slug: `karim-jaziri-${count}` }
}
const page = (slug: string, language = 'en') => users.call(`GET /teacher-pages/${slug}?language=${language}`)
const html = (answer: { body: Record<string, unknown> }) => String(answer.body['text'])
const save = (as: Identity, slug: string, enabled = true) =>
  users.call('PUT /me/public-page', { as, body: { enabled, slug } })
/** An administrator decides on what waits. */
let decisions = 10
async function decide(id: string, decision: 'approved' | 'refused') {
  const waiting = (await users.profiles.find(id))?.cardReview
  if (!waiting) throw new Error('nothing waits')
  const changedAt = waiting.at.toISOString()
  await users.kafka.publish('admin', id, decisions++, {
    type: 'card.reviewed',
    data: { teacherId: id, decision, by: 'admin', changedAt, at: new Date().toISOString() },
    personal: { ...personal, notes: '' },
  })
  await eventually(async () => (await users.profiles.find(id))?.cardReview === null)
}
const codeOf = (answer: { body: Record<string, unknown> }) => answer.body['code']

describe('the public page of a teacher', () => {
  it('is 404 until it is switched on, and at once when it is switched off', async () => {
    const { as, slug } = await listed()
    const before = dataOf<PublicPage>(await users.call('GET /me/public-page', { as }))
    expect(before).toEqual({
      ...{ enabled: false, slug: '', shownSlug: '', proposal: 'karim-jaziri', reachable: false },
    })
    expect((await page(slug)).status).toBe(404)
    expect(dataOf<PublicPage>(await save(as, slug))).toMatchObject({ enabled: true, slug, reachable: true })
    expect((await page(slug)).status).toBe(200)
    await save(as, slug, false)
    const off = await page(slug)
    expect(off.status).toBe(404)
    expect(html(off)).toContain('noindex')
    expect(html(off)).not.toContain('Karim')
  })

  it('that does not exist is a 404 page in the language of its address, else in the browser’s', async () => {
    const missing = async (language: string, accepted: string) =>
      html(
        await users.call(`GET /teacher-pages/nobody?language=${language}`, {
          headers: { 'accept-language': accepted },
        }),
      )
    expect(await missing('en', 'ar-TN,fr;q=0.5')).toContain('لا توجد هذه الصفحة')
    expect(await missing('en', 'fr')).toContain('Cette page n’existe pas')
    expect(await missing('fr', 'ar')).toContain('Cette page n’existe pas')
    expect(await missing('en', 'de')).toContain('There is no such page')
  })

  it('is whole without a script, in three languages, with previews and structured data, without contact details', async () => {
    const { as, id, slug } = await listed()
    await save(as, slug)
    const [en, fr, ar] = await Promise.all(['en', 'fr', 'ar'].map((language) => page(slug, language)))
    if (!en || !fr || !ar) throw new Error('no pages')
    expect(en.headers.get('cache-control')).toBe('no-cache')
    const policy = String(en.headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(html(en)).toContain('<h1 dir="auto">Karim Jaziri</h1>')
    expect(html(en)).toContain('Dix ans &lt;b&gt;avec&lt;/b&gt; le bac')
    expect(html(en)).toContain('40 TND / hour')
    expect(html(fr)).toContain('Demander des cours')
    expect(html(ar)).toContain('<html lang="ar" dir="rtl">')
    for (const text of [en, fr, ar].map(html)) {
      expect(text).toContain('property="og:title"')
      expect(text).toContain(`https://darsi.example/fr/teachers/${slug}`)
      expect(text).toContain('https://wa.me/?text=')
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
      expect(JSON.parse(json)).toMatchObject({ '@type': 'Person', name: 'Karim Jaziri' })
      // neither the account’s id nor phone, address or e-mail
      expect(text).not.toMatch(new RegExp(`${id}|\\+216|20123456|@example|Sidi Abdelaziz`))
    }
  })

  it('makes its teacher findable for visitors, by what the card shows and without an id, until it is switched off', async () => {
    const name = 'Visible Jaziri'
    const { as, id } = await listed(name)
    const slug = 'visible-jaziri'
    const found = async (query = '') =>
      JSON.stringify((await users.call(`GET /public-teachers?level=secondary${query}`)).body)
    expect(await found()).not.toContain(name)
    await save(as, slug)
    await eventually(async () => (await found()).includes(name))
    expect(await found()).toContain(`"slug":"${slug}"`)
    expect(await found()).not.toContain(id)
    expect(await found()).not.toMatch(/\+216|20123456|@example|Sidi Abdelaziz/)
    expect(await found('&maxRate=39')).not.toContain(name)
    const student = await users.account('student')
    const bySlug = await users.call(`GET /teachers/${slug}`, { as: student })
    expect(dataOf<TeacherCard>(bySlug)).toMatchObject({ id, name })
    await save(as, slug, false)
    await eventually(async () => !(await found()).includes(name))
    expect((await users.call(`GET /teachers/${slug}`, { as: student })).status).toBe(404)
  })

  it('lets visitors turn at most five pages of one search', async () => {
    expect((await users.call('GET /public-teachers?page=5')).status).toBe(200)
    expect((await users.call('GET /public-teachers?page=6')).status).toBe(400)
    expect((await users.call('GET /public-teachers?name=Karim')).status).toBe(400)
  })

  it('is revalidated on each request, and answered without a body while it is unchanged', async () => {
    const { as, slug } = await listed()
    await save(as, slug)
    const url = `${users.url}/teacher-pages/${slug}?language=fr`
    const headers = await users.gateway.headersFor(null)
    const first = await fetch(url, { headers })
    const tag = first.headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    // not fetch: it asks past every cache where it is given an ETag
    const again = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = { headers: { ...headers, 'if-none-match': tag } }
        get(url, asked, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })
    expect(await again()).toBe(304)
    // switched off, it is gone for those too who have it
    await save(as, slug, false)
    expect(await again()).toBe(404)
  })

  it('is 404 for a teacher who is not approved, hides the profile, is suspended or erased', async () => {
    const pending = await users.account('teacher', { fullName: 'Pending Attente', status: 'pending' })
    expect(dataOf<PublicPage>(await save(pending, 'pending-attente'))).toMatchObject({ reachable: false })
    expect((await page('pending-attente')).status).toBe(404)
    for (const type of ['user.suspended', 'user.deletion-requested'] as const) {
      const { as, id, slug } = await listed()
      await save(as, slug)
      expect((await page(slug)).status).toBe(200)
      await users.kafka.publish('admin', id, 2, decisionOf(type, id))
      await eventually(async () => (await page(slug)).status === 404)
    }
    const { as, slug } = await listed()
    await save(as, slug)
    await users.call('PUT /me/preferences', {
      as,
      body: {
        language: 'en',
        privacy: { profileVisible: false, contactVisible: false },
        notifications: { email: true, sms: false, push: false },
      },
    })
    expect((await page(slug)).status).toBe(404)
  })

  it('has its own address, and a former address redirects to the new one', async () => {
    const [one, two] = [await listed(), await listed()]
    await save(one.as, one.slug)
    expect(codeOf(await save(two.as, one.slug))).toBe('SLUG_TAKEN')
    for (const bad of ['A-b', 'ab', 'a--b', '-abc', 'été-lyon'])
      expect([bad, codeOf(await save(one.as, bad))]).toEqual([bad, 'SLUG_INVALID'])
    expect(codeOf(await save(one.as, 'call-20-123-456'))).toBe('CONTACT_DETAILS_REFUSED')
    await save(one.as, `${one.slug}-bac`)
    await decide(one.id, 'approved')
    const raw = await fetch(`${users.url}/teacher-pages/${one.slug}?language=fr`, {
      redirect: 'manual',
      headers: await users.gateway.headersFor(null),
    })
    expect([raw.status, raw.headers.get('location')]).toEqual([302, `/fr/teachers/${one.slug}-bac`])
    for (let change = 0; change < 4; change++) {
      await save(one.as, `${one.slug}-x${change}`)
      await decide(one.id, 'approved')
    }
    expect(codeOf(await save(one.as, `${one.slug}-y`))).toBe('SLUGS_FULL')
  })

  it('keeps its address until an administrator approves another one; a refused one is free again', async () => {
    const { as, id, slug } = await listed()
    await save(as, slug)
    const asked = dataOf<PublicPage>(await save(as, 'best-of-tunis'))
    expect(asked).toMatchObject({ slug: 'best-of-tunis', shownSlug: slug, reachable: true })
    const statuses = async () =>
      (await Promise.all([page(slug), page('best-of-tunis')])).map(({ status }) => status)
    expect(await statuses()).toEqual([200, 404])
    const sitemap = html(await users.call('GET /teacher-pages'))
    expect([sitemap.includes(`/teachers/${slug}<`), sitemap.includes('best-of-tunis')]).toEqual([true, false])
    await decide(id, 'refused')
    expect(await statuses()).toEqual([200, 404])
    expect(dataOf<PublicPage>(await users.call('GET /me/public-page', { as }))).toMatchObject({ slug })
    const other = await listed()
    expect((await save(other.as, 'best-of-tunis')).status).toBe(200)
    // one that was public already is so again at once
    await decide(other.id, 'approved')
    expect((await page('best-of-tunis')).status).toBe(200)
    expect(dataOf<PublicPage>(await save(other.as, other.slug))).toMatchObject({ shownSlug: other.slug })
    expect(dataOf<PublicPage>(await save(other.as, 'best-of-tunis'))).toMatchObject({
      shownSlug: 'best-of-tunis',
    })
  })

  it('is in the sitemap while it is public', async () => {
    const { as, slug } = await listed()
    const sitemap = async () => html(await users.call('GET /teacher-pages'))
    expect(await sitemap()).not.toContain(`/teachers/${slug}<`)
    await save(as, slug)
    expect(await sitemap()).toContain(`<loc>https://darsi.example/ar/teachers/${slug}</loc>`)
    await save(as, slug, false)
    expect(await sitemap()).not.toContain(`/teachers/${slug}<`)
  })

  it('is read from the database once for many sitemaps at once', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    let readings = 0
    const enabled = async (limit: number) => {
      readings++
      await promise
      return users.publicPages.enabled(limit)
    }
    const slow = await users.serveWith({ publicPages: { ...users.publicPages, enabled } })
    const calls = [1, 2, 3, 4, 5].map(() => slow.call('GET /teacher-pages'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    answer()
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    expect(readings).toBe(1)
    await slow.call('GET /teacher-pages')
    expect(readings).toBe(2)
    await slow.close()
  })
})

describe('the photo of a teacher', () => {
  /** A wide picture with a place and a camera in it. */
  const taken = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#886644' } })
      .withExif({ IFD0: { Make: 'Spycam' }, IFD3: { GPSLatitude: '36/1 48/1 0/1' } })
      .jpeg()
      .toBuffer()
  const upload = async (as: Identity, bytes: Uint8Array) =>
    users.call('PUT /me/photo', { as, body: { upload: await sendFile(users, as, new Uint8Array(bytes)) } })
  const photoOf = async (id: string) =>
    dataOf<TeacherCard>(await users.call(`GET /teachers/${id}`, { as: someone('student') })).photo
  const file = async (photo: string) =>
    fetch(`${users.url}/photos/${photo}`, { headers: await users.gateway.headersFor(null) })

  it('is square, without metadata, and shown on the card and the page', async () => {
    const { as, id, slug } = await listed()
    await save(as, slug)
    expect((await page(slug)).status).toBe(200)
    const sent = await upload(as, await taken())
    expect(sent).toMatchObject({ status: 200, body: { data: { waiting: true } } })
    const waiting = String(dataOf<{ photo: string }>(sent).photo)
    // until the decision the owner and administrators alone see it
    const seenBy = async (reader: Identity | null) =>
      (await users.call(`GET /photos/${waiting}`, reader ? { as: reader } : {})).status
    expect(await photoOf(id)).toBeNull()
    expect(await Promise.all([as, someone('admin'), someone('student'), null].map(seenBy))).toEqual([
      ...[200, 200, 404, 404],
    ])
    expect((await users.call(`GET /teacher-pages/${slug}/photo`)).status).toBe(404)
    await decide(id, 'approved')
    await eventually(async () => (await photoOf(id)) === waiting)
    const answer = await file(waiting)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([shown.width, shown.height, shown.exif]).toEqual([480, 480, undefined])
    expect(html(await page(slug))).toContain(`/teachers/${slug}/photo`)
    expect((await users.call(`GET /teacher-pages/${slug}/photo`)).status).toBe(200)
    // another one has another address, and the one before is gone
    await upload(as, await drawnPortrait(3, false))
    expect([await photoOf(id), (await file(waiting)).status]).toEqual([waiting, 200])
    await decide(id, 'refused')
    expect(await photoOf(id)).toBe(waiting)
    await upload(as, await drawnPortrait(3, false))
    await decide(id, 'approved')
    await eventually(async () => (await photoOf(id)) !== waiting)
    expect((await file(waiting)).status).toBe(404)
  })

  it('is a picture, of a teacher', async () => {
    const { as } = await listed()
    const pdf = await upload(as, await sampleDocument(['No picture']))
    expect([pdf.status, codeOf(pdf)]).toEqual([415, 'FILE_TYPE_REFUSED'])
    const broken = await upload(as, Buffer.from('\xff\xd8\xff not a picture', 'latin1'))
    expect([broken.status, codeOf(broken)]).toEqual([400, 'FILE_UNREADABLE'])
    for (const role of ['student', 'parent'] as const)
      expect((await upload(someone(role), await taken())).status).toBe(403)
  })

  it('is removed by its owner, by an administrator with a reason, and with the account', async () => {
    const { as, id } = await listed()
    const stored = async () => {
      const keys = []
      for await (const { key } of users.storage.list('photos/')) keys.push(key)
      return keys.length
    }
    const before = await stored()
    await upload(as, await taken())
    await users.call('DELETE /me/photo', { as })
    expect([await photoOf(id), await stored()]).toEqual([null, before])

    await upload(as, await taken())
    await decide(id, 'approved')
    const seen = String(await photoOf(id))
    await upload(as, await taken())
    await decide(id, 'approved')
    const admin = someone('admin')
    const remove = (reason: string, photo?: string) =>
      users.call(`DELETE /admin/teachers/${id}/photo`, { as: admin, body: { reason, photo } })
    expect(codeOf(await remove('Shows a child', seen))).toBe('STALE_VERSION')
    expect((await file(String(await photoOf(id)))).status).toBe(200)
    expect(codeOf(await remove(' '))).toBe('REASON_REQUIRED')
    expect((await remove('Shows a child')).status).toBe(200)
    expect((await remove('Again')).status).toBe(404)
    expect([await photoOf(id), await stored()]).toEqual([null, before])
    const [event] = await users.kafka.published('photo.removed', id, 1)
    expect(event).toMatchObject({ data: { by: admin.userId }, personal: { reason: 'Shows a child' } })

    await upload(as, await taken())
    await decide(id, 'approved')
    const photo = String(await photoOf(id))
    await users.kafka.publish('admin', id, 2, decisionOf('user.suspended', id))
    await eventually(async () => (await file(photo)).status === 404)
    await users.kafka.publish('admin', id, 3, decisionOf('user.deletion-requested', id))
    await eventually(async () => (await stored()) === before)
    expect((await upload(as, await taken())).status).toBe(503)
  })

  it('and the page’s address are in the owner’s export', async () => {
    const { as, id, slug } = await listed()
    await save(as, `${slug}-before`)
    await decide(id, 'approved')
    await save(as, slug)
    await upload(as, await taken())
    const { body } = await users.call('GET /me/export/profile', { as })
    expect(body).toMatchObject({ publicPage: { enabled: true, slug }, photo: { type: 'image/webp' } })
    expect(body['publicPageAddresses']).toMatchObject([{ id: `${slug}-before` }, { id: slug }])
  })
})
