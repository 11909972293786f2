import { parentPort, workerData } from 'node:worker_threads'
import { cleanPdf } from './clean-pdf.ts'

parentPort?.postMessage(await cleanPdf(workerData))
