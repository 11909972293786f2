/** `npm run nightly` looks at everything that infra/local/checks/nightly.ts names. */
export const isNight = process.env['NIGHTLY'] === 'true'
