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
  runtime: '<rootDir>/infra/local/checks/test-runtime.js',
  rootDir: import.meta.dirname,
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
}

export default {
  // a project's own value is ignored by jest; e2e stories set theirs
  testTimeout: 300_000,
  testSequencer: '<rootDir>/infra/local/checks/longest-first.js',
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{packages/contracts,packages/kit,gateway,services,infra,frontends/static-server}/**/src/**/*.test.ts',
        '<rootDir>/infra/**/*.test.ts',
        '<rootDir>/frontends/build/*.test.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', '/infra/test/'],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/packages/design/jest-environment.js',
      setupFilesAfterEnv: [],
      moduleNameMapper: { '\\.(css|svg|woff2)$': '<rootDir>/packages/design/jest-empty.js' },
      testMatch: [
        '<rootDir>/{packages/design,packages/client,frontends/shell,frontends/dashboards,frontends/design-system}/**/src/**/*.test.{ts,tsx}',
        '<rootDir>/frontends/features/**/*.test.{ts,tsx}',
        '<rootDir>/frontends/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'integration',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{packages,gateway,services,infra}/**/test/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/e2e/support/jest-environment.js',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
    },
  ],
}
