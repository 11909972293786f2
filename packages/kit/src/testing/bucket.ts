import { listen } from '../http/listen.ts'
import { closeServer } from '../stop.ts'

type Access = { S3_ACCESS_KEY: string }

/** An S3-compatible server in memory, with the four calls that the storage uses. */
export async function startTestBucket({ S3_ACCESS_KEY }: Access) {
  const objects = new Map<string, { bytes: Buffer; at: Date }>()
  const { server, port } = await listen(
    async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const key = decodeURIComponent(pathname.slice('/files/'.length))
      const signature = request.headers.authorization ?? ''
      if (!signature.startsWith(`AWS4-HMAC-SHA256 Credential=${S3_ACCESS_KEY}/`)) {
        response.writeHead(403).end()
      } else if (request.method === 'PUT') {
        objects.set(key, { bytes: Buffer.concat(await request.toArray()), at: new Date() })
        response.writeHead(200, { etag: '"1"' }).end()
      } else if (request.method === 'DELETE') {
        objects.delete(key)
        response.writeHead(204).end()
      } else if (searchParams.get('list-type') === '2') {
        const prefix = searchParams.get('prefix') ?? ''
        const rows = [...objects].filter(([name]) => name.startsWith(prefix))
        response.writeHead(200, { 'content-type': 'application/xml' }).end(listOf(rows))
      } else {
        const found = objects.get(key)
        if (found) response.writeHead(200, { etag: '"1"' }).end(found.bytes)
        else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      }
    },
    0,
    '127.0.0.1',
  )
  return { url: `http://127.0.0.1:${port}/files`, close: () => closeServer(server) }
}

function listOf(rows: readonly (readonly [string, { bytes: Buffer; at: Date }])[]): string {
  const contents = rows.map(
    ([key, { bytes, at }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"1"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult><KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}
