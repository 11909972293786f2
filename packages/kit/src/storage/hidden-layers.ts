import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { withoutHiddenParts } from './hidden-parts.ts'

/**
 * Removes what a reader does not show because its layer (optional content, ISO 32000-1 8.11) is off: pictures, forms,
 * annotations and parts of pages.
 */
export function removeHiddenLayers(document: PDFDocument): void {
  const { context, catalog } = document
  const isHidden = createLayers(context, catalog.lookup(name('OCProperties')))
  const hidesOf = (object: PDFObject | undefined) =>
    object instanceof PDFDict || object instanceof PDFStream
      ? isHidden(dictOf(object)?.get(name('OC')))
      : false
  for (const page of document.getPages()) {
    const annotations = page.node.Annots()?.asArray() ?? []
    page.node.set(name('Annots'), context.obj(annotations.filter((each) => !hidesOf(context.lookup(each)))))
    // a page may have several streams, and a hidden part may begin in one and end in another
    const contents = page.node.normalizedEntries().Contents
    const parts = (contents?.asArray() ?? []).map((each) => contentOf(context.lookup(each)))
    const hides = hiddenNames(page.node.Resources())
    if (hides) {
      const shown = withoutHiddenParts(
        Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')])),
        hides,
      )
      page.node.set(name('Contents'), context.register(context.flateStream(shown)))
    }
  }
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    const { dict } = object
    if (hidesOf(object)) context.assign(ref, context.stream('', emptyForm))
    else if (dict.get(name('Subtype')) === name('Form') || dict.has(name('PatternType'))) {
      const hides = hiddenNames(context.lookup(dict.get(name('Resources'))))
      if (!hides) continue
      const shown = context.flateStream(withoutHiddenParts(contentOf(object), hides))
      for (const [key, value] of dict.entries())
        if (!['Length', 'Filter', 'DecodeParms'].includes(key.decodeText())) shown.dict.set(key, value)
      context.assign(ref, shown)
    }
  }

  /** Null where no layer of these resources is off. */
  function hiddenNames(resources: PDFObject | undefined): ((word: string) => boolean) | null {
    const properties = resources instanceof PDFDict ? resources.lookup(name('Properties')) : undefined
    if (!(properties instanceof PDFDict)) return null
    const hidden = properties.entries().flatMap(([key, value]) => (isHidden(value) ? [key.asString()] : []))
    return hidden.length > 0 ? (word) => hidden.includes(word) : null
  }
}

const emptyForm = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }

/** Whether a layer, or a rule over layers, is off in the document's own view. */
function createLayers(context: PDFContext, properties: PDFObject | undefined) {
  const config = properties instanceof PDFDict ? properties.lookup(name('D')) : undefined
  const view = config instanceof PDFDict ? config : context.obj({})
  const refsOf = (of: PDFDict, key: string) => {
    const list = of.lookup(name(key))
    return list instanceof PDFArray ? list.asArray() : []
  }
  const [on, off] = [refsOf(view, 'ON'), refsOf(view, 'OFF')]
  const startsOff = view.lookup(name('BaseState')) === name('OFF')
  const viewed = refsOf(view, 'AS').flatMap((each) => {
    const rule = context.lookup(each)
    return rule instanceof PDFDict && rule.lookup(name('Event')) === name('View') ? refsOf(rule, 'OCGs') : []
  })

  const isOff = (ref: PDFObject): boolean => {
    const layer = context.lookup(ref)
    if (viewed.includes(ref) && layer instanceof PDFDict) {
      const usage = layer.lookup(name('Usage'))
      const state = usage instanceof PDFDict ? usage.lookup(name('View')) : undefined
      if (state instanceof PDFDict && state.has(name('ViewState')))
        return state.lookup(name('ViewState')) === name('OFF')
    }
    return off.includes(ref) || (startsOff && !on.includes(ref))
  }

  const holds = (rule: PDFObject | undefined): boolean => {
    if (rule instanceof PDFRef && context.lookup(rule) instanceof PDFDict) return !isOff(rule)
    const list = context.lookup(rule)
    if (!(list instanceof PDFArray)) return true
    const [operator, ...operands] = list.asArray()
    if (operator === name('Not')) return !holds(operands[0])
    return operator === name('Or') ? operands.some(holds) : operands.every(holds)
  }

  return function isHidden(ref: PDFObject | undefined): boolean {
    const found = context.lookup(ref)
    if (!ref || !(found instanceof PDFDict)) return false
    if (found.lookup(name('Type')) !== name('OCMD')) return isOff(ref)
    if (found.has(name('VE'))) return !holds(found.get(name('VE')))
    const entry = found.get(name('OCGs'))
    const list = context.lookup(entry)
    const layers = list instanceof PDFArray ? list.asArray() : entry && list instanceof PDFDict ? [entry] : []
    if (layers.length === 0) return false
    const policy = found.lookup(name('P'))
    if (policy === name('AllOn')) return layers.some(isOff)
    if (policy === name('AnyOff')) return !layers.some(isOff)
    if (policy === name('AllOff')) return !layers.every(isOff)
    return layers.every(isOff)
  }
}

function contentOf(object: PDFObject | undefined): Uint8Array {
  if (object instanceof PDFRawStream) return decodePDFRawStream(object).decode()
  return object instanceof PDFStream ? object.getContents() : new Uint8Array()
}

const dictOf = (object: PDFObject) =>
  object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : null
const name = (word: string) => PDFName.of(word)
