import { baseConfig, readConfig } from '@darsi/kit/config.ts'
import * as z from 'zod'

export const config = () => readConfig(z.object(baseConfig))
