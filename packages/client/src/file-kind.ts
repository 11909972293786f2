import { type FileKind, fileKindOf, headLength } from '@darsi/contracts/rules/files.ts'

/** By its bytes: some telephones state no type, or a wrong one. */
export const kindOfFile = async (file: Blob): Promise<FileKind> =>
  fileKindOf(await bytesOf(file.slice(0, headLength)))

// not `arrayBuffer()`, which the test's browser lacks
function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(typeof reader.result === 'string' ? bytesIn(reader.result) : new Uint8Array())
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })
}

/** Of a data URL. */
function bytesIn(url: string): Uint8Array {
  const comma = url.indexOf(',')
  return Uint8Array.from(atob(comma < 0 ? '' : url.slice(comma + 1)), (letter) => letter.charCodeAt(0))
}
