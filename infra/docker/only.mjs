// Narrows the root package.json to the workspaces of one image, so that npm ci installs their packages and no others.
import { readFileSync, writeFileSync } from 'node:fs'

const { devDependencies: _, ...root } = JSON.parse(readFileSync('package.json', 'utf8'))
writeFileSync('package.json', JSON.stringify({ ...root, workspaces: process.argv.slice(2) }))
