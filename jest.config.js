import { testLimitMs } from './infra/local/checks/test-limit.ts'

const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2024',
        transform: { react: { runtime: 'automatic' } },
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ],
}
const common = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
}
/** Node runs these files as it runs the services: no transformation, and each module is loaded once per process. */
const plainNode = {
  ...common,
  runner: '<rootDir>/infra/local/checks/plain-runner.js',
  setupFiles: ['<rootDir>/infra/local/checks/plain-node.js'],
}
/** Each file in a context of its own. */
const isolated = { ...common, runtime: '<rootDir>/infra/local/checks/test-runtime.js', transform }

export default {
  // a project's own value is ignored by jest
  testTimeout: testLimitMs,
  testSequencer: '<rootDir>/infra/local/checks/longest-first.js',
  projects: [
    {
      ...plainNode,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{packages/contracts,packages/kit,gateway,services,infra,frontends/static-server}/**/src/**/*.test.ts',
        '<rootDir>/infra/**/*.test.ts',
        '<rootDir>/frontends/build/*.test.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', '/infra/test/'],
    },
    {
      ...plainNode,
      displayName: 'built',
      testMatch: ['<rootDir>/frontends/built/*.test.ts'],
    },
    {
      ...isolated,
      displayName: 'web',
      testEnvironment: '<rootDir>/packages/design/jest-environment.js',
      moduleNameMapper: { '\\.(css|svg|woff2)$': '<rootDir>/packages/design/jest-empty.js' },
      testMatch: [
        '<rootDir>/{packages/design,packages/client,frontends/shell,frontends/dashboards,frontends/design-system}/**/src/**/*.test.{ts,tsx}',
        '<rootDir>/frontends/features/**/*.test.{ts,tsx}',
        '<rootDir>/frontends/*.test.ts',
      ],
    },
    {
      ...plainNode,
      displayName: 'integration',
      setupFiles: [
        ...plainNode.setupFiles,
        '<rootDir>/infra/local/checks/served-queries.js',
        '<rootDir>/infra/local/checks/acknowledged-writes.js',
      ],
      testMatch: ['<rootDir>/{packages,gateway,services,infra}/**/test/**/*.test.ts'],
    },
  ],
}
