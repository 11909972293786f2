import { baseConfig, readConfig } from '@darsi/kit/config.ts'
import * as z from 'zod'

const schema = z.object(baseConfig)

export type Config = z.output<typeof schema>
export const config = () => readConfig(schema)
