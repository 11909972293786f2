/**
 * What `npm test` leaves to `npm run nightly`, and why: `npm test` runs for every change, so it has to stay short.
 * Nothing is dropped; each line names how much of it runs by day.
 */
export const nightly = [
  {
    what: 'infra/test/faults.test.ts: Kafka away, the database killed, killed services, poisoned events',
    why: 'a second whole site beside four workers; by day the tests of single parts (docs/measurements.md, "Fault scenarios")',
  },
  {
    what: 'twenty rounds of each race (ROUNDS)',
    why: 'the same steps again; by day three rounds',
  },
  {
    what: 'axe in French, and in every other combination of language, theme and width (e2e/pages, e2e/places)',
    why: 'the markup is the same; by day English light and Arabic dark',
  },
  {
    what: 'public pages and places of the dashboards in the views without a kept picture: nothing overflows or is cut',
    why: 'sixteen more views; by day the two with a picture',
  },
  {
    what: 'the other half of the pictures of the dashboards',
    why: 'by day each place is compared in one of its two pictures',
  },
  {
    what: 'the stories of every tab of administrators in Arabic (e2e/administration, e2e/super-administration)',
    why: 'the same clicks; by day in English, and each place in Arabic with its picture and axe (e2e/places)',
  },
  {
    what: 'registration of each role in each language',
    why: 'the rules are the same; by day each role once, and each language at least once',
  },
  {
    what: 'every call by every kind of caller over HTTP',
    why: 'by day one caller for each answer over HTTP, and the whole table against the declarations in the process',
  },
  {
    what: '300 random sequences (npm run sequences)',
    why: 'by day 16, and the fixed sequences',
  },
  {
    what: 'the week of thirty families and twelve teachers (e2e/week.test.ts): 1,400 acts and 12 dangers',
    why: 'minutes of the same calls; by day one day of three families with 3 dangers',
  },
  {
    what: 'the scenarios of npm run chaos -- nightly, at small sizes',
    why: 'they stop and kill servers for minutes',
  },
  {
    what: 'the chart in a real helm, its resources against the schemas of Kubernetes, and the alert rules in promtool',
    why: 'helm is built for two minutes and promtool installed; by day where they are there',
  },
  {
    what: 'npm run fuzz',
    why: '30,000 cases of Schemathesis',
  },
] as const

/** Integration tests that run only at night. */
export const nightFiles: readonly string[] = ['infra/test/faults.test.ts']
