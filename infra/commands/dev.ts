// `npm start` that restarts a service when its files change; front ends have their own `npm run dev`.
process.argv.push('--watch')
await import('./start.ts')
