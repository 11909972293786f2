import { baseConfig, readConfig } from '@darsi/kit/config.ts'
import * as z from 'zod'

export const schema = z.object(baseConfig)
export const config = () => readConfig(schema)
