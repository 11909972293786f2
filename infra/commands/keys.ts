import { newSecrets } from '../local/secrets.ts'

// Prints fresh keys as an environment file: npm run --silent keys >> .env
for (const [name, value] of Object.entries(await newSecrets())) process.stdout.write(`${name}='${value}'\n`)
