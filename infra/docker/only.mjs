// Limits the root package.json to the workspaces of one image, so that npm ci installs only their packages.
import { readFileSync, writeFileSync } from 'node:fs'

const { devDependencies: _, ...root } = JSON.parse(readFileSync('package.json', 'utf8'))
writeFileSync('package.json', JSON.stringify({ ...root, workspaces: process.argv.slice(2) }))
