import type { PeriodFields } from '@darsi/contracts/calls/availability/periods-api.ts'
import { periodsApi } from '@darsi/contracts/calls/availability/periods-api.ts'
import { addDays, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { periodProblem, periodView } from '../periods/period.ts'
import type { PeriodStore } from '../periods/period-store.ts'

const shownDays = 400

type Parts = { periods: PeriodStore; now: () => Date }

export function periodRoutes({ periods, now }: Parts): readonly Route[] {
  return [
    route(periodsApi, 'GET /availability/periods', async ({ query }) => {
      const from = query.from ?? tunisDay(now())
      const found = await periods.between(from, query.to ?? addDays(from, shownDays))
      return success(found.map(periodView))
    }),
    route(periodsApi, 'POST /availability/periods', async ({ identity, body }) =>
      success(periodView(await periods.add(valid(body), { by: identity.userId, at: now() }))),
    ),
    route(periodsApi, 'PUT /availability/periods/:id', async ({ identity, params, body }) => {
      const changed = await periods.change(params.id, valid(body), { by: identity.userId, at: now() })
      if (!changed) throw problem('not-found')
      return success(periodView(changed))
    }),
    route(periodsApi, 'DELETE /availability/periods/:id', async ({ identity, params }) => {
      if (!(await periods.remove(params.id, { by: identity.userId, at: now() }))) throw problem('not-found')
      return succeeded()
    }),
  ]
}

/** @throws problem that names every wrong field */
function valid(fields: PeriodFields): PeriodFields {
  const refusal = periodProblem(fields)
  if (refusal) throw refusal
  return fields
}
