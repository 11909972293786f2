import { cleanPdf } from './clean-pdf.ts'
import { cleanStandardInput } from './cleaning-main.ts'

await cleanStandardInput(cleanPdf)
