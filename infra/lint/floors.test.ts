import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from '../local/process/paths.ts'
import { rooms } from './floors.ts'

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const imported = /(?:from|import\()\s*'(\.[^']+)'/g

describe.each(Object.entries(rooms))('floors of %s', (room, { ground, floors }) => {
  const src = join(root, room, 'src')
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !isTest(file))

  test('every folder has a floor', () => {
    const folders = readdirSync(src, { withFileTypes: true }).flatMap((e) =>
      e.isDirectory() ? [e.name] : [],
    )
    expect([...floors].sort()).toEqual(folders.sort())
    expect(ground.filter((file) => !existsSync(join(src, file)))).toEqual([])
  })

  test('a folder imports only downward', () => {
    const upward = files.flatMap((file) => {
      const text = readFileSync(join(src, file), 'utf8')
      return [...text.matchAll(imported)].flatMap(([, path = '']) => {
        const target = relative(src, resolve(src, dirname(file), path))
        return mayImport(file, target) ? [] : [`${file} → ${target}`]
      })
    })
    expect(upward).toEqual([])
  })

  function mayImport(file: string, target: string) {
    const height = heightOf(file)
    // a text file imports nothing
    return ground.includes(target) || target.endsWith('.json')
      ? true
      : heightOf(target) <= height && !target.startsWith('..')
  }

  /** Ground files are below all folders, other files directly in `src` above them. */
  function heightOf(file: string) {
    if (ground.includes(file)) return -1
    const [folder = '', ...rest] = file.split(sep)
    return rest.length === 0 ? floors.length : floors.indexOf(folder)
  }
})
