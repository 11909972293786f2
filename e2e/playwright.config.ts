import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { testLimitMs } from '../infra/local/checks/test-limit.ts'
import { browserFlags } from '../infra/local/tools/browser-flags.ts'
import { site } from './support/site.ts'

const reports = process.env['E2E_REPORTS'] ?? fileURLToPath(new URL('../.data/test/e2e', import.meta.url))

/** These kill processes, use up limits or act as everyone at once, so nothing else runs meanwhile. */
const alone = /\/(?:abuse|canary|permissions|sequences|student-registers|week)\.test\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: `${reports}/traces`,
  timeout: testLimitMs,
  // much of a story is waiting
  workers: 3,
  forbidOnly: true,
  // on a shared machine a browser or a server may be too slow once; a story with random steps sets 0
  retries: 1,
  reporter: [['list'], ['json', { outputFile: `${reports}/report.json` }]],
  use: {
    baseURL: site.url,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // a trace costs time, and a story that fails runs twice
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: site.browser,
      args: [
        ...browserFlags,
        // the font rendering of the reference pictures; the small headless build renders differently
        '--font-render-hinting=none',
        // a fake microphone and camera, allowed without a prompt; media may use loopback
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--allow-loopback-in-peer-connection',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'together', testIgnore: alone },
    { name: 'alone', testMatch: alone, workers: 1 },
  ],
})
