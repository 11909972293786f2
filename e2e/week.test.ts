import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { isNight } from './support/night.ts'
import { tokenOfDemo } from './support/people.ts'
import { test } from './support/test.ts'
import { type Choose, ordinary } from './week/acts.ts'
import { type Household, inLanes, settle } from './week/families.ts'
import { firstPage, heldIn, isAbout, isPaused, type Row, resolveAll } from './week/outcome.ts'
import { chooser, type Planned, planWeek, type Size } from './week/plan.ts'

const seed = 20261129
const size: Size =
  isNight || process.env['WEEK'] === 'whole'
    ? { families: 30, teachers: 12, days: 7, actsADay: 200, dangers: 12 }
    : { families: 3, teachers: 2, days: 1, actsADay: 30, dangers: 3 }

type Count = { times: number; held: number; alerts: number }
type Week = {
  /** Of an administrator. */
  token: string
  counts: Map<string, Count>
  /** The alerts that have to be open at the end, and no others. */
  alerts: string[]
  paused: string[]
  faults: string[]
  slowestMs: number
}

/**
 * All days are played in one run, one after the other: the patterns of 14 and 30 days look back, so that a shorter time
 * is the stricter test. What happens after these periods is tested with a clock, in the services.
 */
test.describe.configure({ timeout: 25 * 60_000 })

test(`a week of ${size.families} families raises no alert that nobody expects, and each danger is on the first page`, async () => {
  const token = await tokenOfDemo('admin')
  await resolveAll(token)
  const homes = await settle(size.families, size.teachers)
  const week: Week = { token, counts: new Map(), alerts: [], paused: [], faults: [], slowestMs: 0 }
  for (const [day, acts] of planWeek(homes, size, chooser(seed)).entries()) await playDay(week, day, acts)
  const shown = await firstPage(token)
  const paused = await inLanes(homes, async (home) => ((await isPaused(home)) ? [home.name] : []))
  const held = (await inLanes(homes, heldIn)).reduce((sum, one) => sum + one, 0)
  process.stdout.write(tableOf(week))
  expect(week.faults).toEqual([])
  const found = shown.map((row) =>
    nameOf(
      row,
      homes.find((home) => isAbout(row, home)),
    ),
  )
  expect(found.sort()).toEqual(week.alerts.sort())
  const ranks = shown.map(({ severity }) => ['high', 'medium', 'low'].indexOf(severity))
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
  expect(paused.flat().sort()).toEqual(week.paused.sort())
  expect(held).toBe([...week.counts.values()].reduce((sum, count) => sum + count.held, 0))
})

/** The teachers act at the same time, each with one act after the other: a calendar has one writer. */
async function playDay(week: Week, day: number, acts: readonly Planned[]): Promise<void> {
  const teachers = [...new Set(acts.map(({ home }) => home.teacher))]
  await inLanes(teachers, async (teacher, index) => {
    const choose = chooser(seed + day * 100 + index)
    for (const planned of acts.filter(({ home }) => home.teacher === teacher))
      await play(week, planned, choose).catch((error: unknown) => {
        const { act, home } = planned
        week.faults.push(`day ${day + 1}, ${act} (${home.name}, ${home.language}): ${error}`)
      })
  })
}

async function play(week: Week, { home, act, danger }: Planned, choose: Choose): Promise<void> {
  const count = week.counts.get(act) ?? { times: 0, held: 0, alerts: 0 }
  week.counts.set(act, count)
  count.times++
  if (!danger) return ordinary[act]?.(home, choose)
  count.held += await danger.act(home, choose)
  week.alerts.push(nameOf(danger, home))
  if (danger.pauses) week.paused.push(home.name)
  const from = Date.now()
  const isOurs = (row: Row) => row.reason === danger.reason && isAbout(row, home)
  await eventually(async () => (await firstPage(week.token)).some(isOurs), 5000)
  week.slowestMs = Math.max(week.slowestMs, Date.now() - from)
  count.alerts++
}

const nameOf = (
  { reason, severity }: Pick<Row, 'reason' | 'severity'>,
  home: Household | undefined,
): string => `${reason}, ${severity}, ${home?.name ?? 'nobody'}`

function tableOf({ counts, paused, slowestMs }: Week): string {
  const row = (...[times, held, alerts, act]: readonly [unknown, unknown, unknown, string]) =>
    `${[times, held, alerts].map((one) => String(one).padStart(7)).join('')}  ${act}\n`
  const rows = [...counts].map(([act, { times, held, alerts }]) => row(times, held, alerts, act))
  const last = `${paused.length} conversations paused; an alert was on the first page after ${slowestMs} ms at most\n`
  return [row('times', 'held', 'alerts', ''), ...rows, last].join('')
}
