type PdfPicture = { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }

const pageWidth = 842
const encoder = new TextEncoder()

/** A PDF with one picture per page in A4 landscape. Simple enough to need no library. */
export function pdfOf(pictures: readonly PdfPicture[]): Uint8Array<ArrayBuffer> {
  const file = createFile()
  const firstPage = 3
  const kids = pictures.map((_, index) => `${firstPage + index * 3} 0 R`).join(' ')
  file.object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  file.object(2, `<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`)
  for (const [index, { jpeg, width, height }] of pictures.entries()) {
    const id = firstPage + index * 3
    const pageHeight = Math.round((pageWidth * height) / width)
    const box = `/MediaBox [0 0 ${pageWidth} ${pageHeight}]`
    const draw = encoder.encode(`q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`)
    const resources = `/Resources << /XObject << /P ${id + 2} 0 R >> >>`
    file.object(id, `<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${id + 1} 0 R >>`)
    file.object(id + 1, `<< /Length ${draw.length} >>`, draw)
    const image = `/Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    file.object(id + 2, `<< /Type /XObject ${image} /Filter /DCTDecode /Length ${jpeg.length} >>`, jpeg)
  }
  return file.end()
}

function createFile() {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const put = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  put('%PDF-1.4\n')
  return {
    object(id: number, dictionary: string, stream?: Uint8Array) {
      offsets[id - 1] = length
      put(`${id} 0 obj\n${dictionary}\n`)
      if (stream) {
        put('stream\n')
        put(stream)
        put('\nendstream\n')
      }
      put('endobj\n')
    },
    end(): Uint8Array<ArrayBuffer> {
      const start = length
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
      put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
      put(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
      const file = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        file.set(part, at)
        at += part.length
      }
      return file
    },
  }
}
