import type { DrawnPage, PdfPages } from './pdf-pages.ts'

export type { DrawnPage, PdfPages }

/** Loads the PDF reader only for the first file. @throws Error for a file that is no PDF, encrypted, or larger than 10 MB */
export const openPdf = (file: Blob): Promise<PdfPages> =>
  import('./pdf-pages.ts').then((reader) => reader.openPdf(file))
