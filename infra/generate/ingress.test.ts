import { readFileSync } from 'node:fs'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { expect, it } from '@jest/globals'

const ingress = readFileSync(new URL('../k8s/darsi/templates/ingress.yaml', import.meta.url), 'utf8')

it('the ingress of the chart accepts the largest file that people may upload', () => {
  const [, size = '', unit = ''] = /proxy-body-size: (\d+)([km])$/m.exec(ingress) ?? []
  expect(Number(size) * 1024 * (unit === 'm' ? 1024 : 1)).toBeGreaterThanOrEqual(fileLimit)
})
