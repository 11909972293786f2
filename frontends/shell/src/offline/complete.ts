/** The types that a kept file may have, by the end of its name; all other addresses are pages. */
const types: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/\.m?js$/, /^(text|application)\/javascript$/],
  [/\.css$/, /^text\/css$/],
  [/\.json$/, /^application\/json$/],
  [/\.(woff2|svg|png|webp|avif|jpe?g)$/, /^(font|image)\//],
  [/\.wasm$/, /^application\/wasm$/],
  [/\/[^/.]*$/, /^text\/html$/],
]

/**
 * The response if it is the whole file of this address; else null. A portal of a hotel answers 200 with a page of its own
 * to every request, and a broken proxy half a file: kept under the name of a script, it would break the site for good.
 */
export async function complete(pathname: string, response: Response): Promise<Response | null> {
  const { status, redirected, headers } = response
  if (status !== 200 || redirected || !isOfType(pathname, headers.get('content-type') ?? '')) return null
  // a body that breaks off rejects here
  const body = await response.blob()
  const announced = headers.get('content-length')
  // with an encoding the length is that of the compressed bytes
  const isWhole = announced === null || headers.has('content-encoding') || Number(announced) === body.size
  if (!isWhole || body.size === 0) return null
  const kept = new Headers(headers)
  // the body is decoded already
  for (const name of ['content-encoding', 'content-length']) kept.delete(name)
  return new Response(body, { status, headers: kept })
}

function isOfType(pathname: string, header: string): boolean {
  const [type = ''] = header.toLowerCase().split(';')
  const expected = types.find(([ending]) => ending.test(pathname))
  return expected?.[1].test(type.trim()) ?? type !== 'text/html'
}
