import { plainOf } from './plain-text.ts'

/**
 * Words that ask a learner to keep something from the family, or to meet somewhere. Beside contact details they are no
 * mistake: the first time counts as the second.
 */
export const asksForSecrecy = (text: string): boolean => {
  const plain = plainOf(text)
  return besideDetails.some((pattern) => pattern.test(plain)) || isClear(plain)
}

/** `doubtful`: it has an ordinary explanation, as a surprise for the mother or a lesson at the teacher's home. */
export type Secrecy = 'clear' | 'doubtful'

/**
 * What an adult's text asks a minor who reads it, also without contact details. Narrower than `asksForSecrecy`, because
 * nothing else in the text speaks against its author. `secrecy.test.ts` measures both error rates.
 */
export function secrecyIn(text: string): Secrecy | null {
  const plain = plainOf(text)
  if (isClear(plain)) return ordinary.test(plain) ? 'doubtful' : 'clear'
  return doubtful.some((pattern) => pattern.test(plain)) ? 'doubtful' : null
}

const isClear = (plain: string): boolean => clear.some((pattern) => pattern.test(plain))

const family =
  '(?:parents?|mother|father|mom|mum|mommy|mummy|dad|daddy|mere|pere|maman|papa|family|famille|guardians?|tuteurs?|tutrice)'
const anyone = '(?:personne|anyone|anybody|nobody|no one)'
const yours = `(?:your |ur )?${family}\\b(?!'s)`
const tesParents = `(?:tes|ta|ton|vos|votre) ${family}\\b`
const arabicFamily = '(?:امك|ابوك|ابيك|اباك|بابا|ماما|والديك|والداك|والدك|والدتك|اهلك|عايلتك|عائلتك|دارك)'
const derjaFamily = '(?:ommek|omek|bouk|babek|baba|mama|mamak|darkom|weldik|waldik|3aylek)'
const not = "(?:don'?t|do not|never|mustn'?t|must not|(?:no|don'?t) need to|don'?t have to)"
const knowing = '(?:know|find out|hear|see)'

/** Nobody in the family is to know, words are to be destroyed, or the two are to be alone. */
const clear: readonly RegExp[] = [
  // don't tell your mother, your parents must not know
  new RegExp(
    `\\b${not} (?:ever )?(?:tell|mention|say)\\b(?! me\\b)(?: (?:it|this|that|anything|any of (?:it|this)))?(?: to)? ${yours}`,
    'u',
  ),
  new RegExp(
    `\\b${yours}(?: \\w+)? (?:don'?t|doesn'?t|do not|does not|must not|mustn'?t|should not|shouldn'?t|can'?t) (?:(?:have|need) to )?${knowing}\\b`,
    'u',
  ),
  new RegExp(
    `\\bno need for ${yours} to ${knowing}\\b|\\bwithout ${yours} (?:knowing|seeing|hearing)\\b`,
    'u',
  ),
  new RegExp(
    `\\b(?:keep|hide) (?:it|this|that|our \\w+) (?:away |secret )?from ${yours}|\\bbehind your ${family}`,
    'u',
  ),
  new RegExp(
    `\\b(?:tell|say to) ${anyone} (?:about (?:us|this|our)|that we)\\b|\\bne parle\\p{L}* (?:pas )?de nous\\b`,
    'u',
  ),
  // ne dis rien à tes parents, tes parents ne doivent pas le savoir
  new RegExp(
    `\\b(?:(?:en|le|la) )?(?:dis|dites|parle|parles|parlez|raconte|racontes) (?:pas|rien|jamais|surtout pas)(?: de (?:ca|cela|nous))? (?:a ${tesParents}|aux parents)`,
    'u',
  ),
  new RegExp(
    `\\bpas un mot a ${tesParents}|\\b(?:pas besoin|inutile) d(?:e l|'en |e le )\\p{L}* ?\\p{L}* ?a ${tesParents}`,
    'u',
  ),
  new RegExp(
    `\\b${tesParents} n(?:e |')(?:doi(?:t|vent) pas|ont pas besoin de|a pas besoin de) (?:le )?(?:savoir|l'apprendre|voir)\\b`,
    'u',
  ),
  new RegExp(
    `\\b(?:faut pas que|sans que|pour que) ${tesParents} (?:ne )?(?:le |la |l')?(?:sach|voi|entend)\\p{L}*`,
    'u',
  ),
  new RegExp(`\\bsans (?:le|en|rien) (?:dire|parler) a ${tesParents}`, 'u'),
  new RegExp(`\\b(?:en cachette|dans le dos|a l'insu) de ${tesParents}`, 'u'),
  // ما تقولش لأمك, والديك ما لازمهمش يعرفو
  new RegExp(
    `(?<!\\p{L})(?:لا|ما|بلا ما|من غير ما|دون ان|لازم ما)\\s?ت(?:قول|قل|حكي|حك)\\p{L}*(?: (?:شي\\p{L}*|حتي شي|هذا))? ل${arabicFamily}(?!\\p{L})`,
    'u',
  ),
  new RegExp(
    `(?<!\\p{L})(?:لا|ما|بلا ما|من غير ما|دون ان)\\s?ت(?:خبر|علم)\\p{L}* ${arabicFamily}(?!\\p{L})`,
    'u',
  ),
  new RegExp(
    `(?:لا يجب ان|ما لازمش|ما يلزمش|ماذابيا ما|بلا ما|من غير ما|دون ان) (?:ت|ي)عرف\\p{L}* ${arabicFamily}(?!\\p{L})|(?<!\\p{L})${arabicFamily} (?:ما لازم\\p{L}*|ما يلزم\\p{L}*|لا يجب ان) (?:ت|ي)عرف`,
    'u',
  ),
  new RegExp(`(?:دون|بدون) علم ${arabicFamily}(?!\\p{L})`, 'u'),
  /(?<!\p{L})لا\s?ت(?:قل|قول|خبر|حك)\p{L}* (?:ل)?احد\p{L}* عن(?:ا|ي)(?!\p{L})/u,
  new RegExp(
    `\\b(?:ma|mat|bla ma) ?t?(?:9oul|9ol|koul|goul|7ki|hki|a7ki|ahki)\\p{L}* (?:7atta chay )?(?:l |lel |l)${derjaFamily}\\b`,
    'u',
  ),
  new RegExp(`\\b${derjaFamily} ma (?:lezem|yelzem)\\p{L}* (?:ya|t)3r[ae]?f`, 'u'),
  // our secret, ça reste entre nous
  /\b(?:our (?:little )?secret|keep (?:it|this|that) (?:a )?secret|just between us|(?:keep|stays?|remains?) (?:it |this |that )?between (?:us|you and me))\b/u,
  /\b(?:notre (?:petit )?secret|(?:reste|garde)\p{L}*\b.{0,12}\bentre (?:nous|toi et moi))\b/u,
  /سر(?:نا)? (?:صغير )?(?:بيننا|بيناتنا|بيني وبينك)|(?:خلي\p{L}*|يبقي|تبقي|ابق\p{L}*|الكلام) .{0,12}(?:بيني و ?بينك|بيناتنا|بيننا)/u,
  /\b(?:(?:5|kh)all?i\p{L}* (?:bini w ?binek|binetna|binatna)|, ?bin[ae]tna)\b/u,
  // delete our messages
  /\b(?:delete|erase) our (?:messages?|chat|conversation)\b|\b(?:efface|supprime)\p{L}* nos (?:messages|conversations)\b/u,
  /(?:امسح|فسخ|احذف)\p{L}* (?:ال)?(?:رسايل|رسائل|ميساجات|محادثة)\p{L}* (?:متاعنا|بيننا|بيناتنا)|(?:امسح|فسخ|احذف)\p{L}* رسائلنا/u,
  // see you alone, when your parents are out
  /\b(?:see|meet) you alone\b|\bmeet (?:me )?alone\b|\bjust (?:the two of us|you and me)\b/u,
  new RegExp(`\\bwhen ${yours} (?:are|is) (?:out|away|not (?:there|home))\\b`, 'u'),
  /\b(?:on se (?:voit|retrouve|rencontre)|se voir|te voir)\b.{0,12}\bseule?s?\b/u,
  new RegExp(`\\bquand ${tesParents} (?:ne )?(?:sont|est) pas la\\b`, 'u'),
  /(?:نشوفك|نقابلك|اراك|اقابلك) (?:وحدك|لوحدك|علي انفراد)|ن(?:تقابلو|لتقو|تلاقاو)\p{L}* وحدنا/u,
  /\b(?:nchoufek wa7dek|net9ab(?:lou|lo) wa7[ae]?dna)\b/u,
]

/** Ordinary explanations: a surprise, and the words of a text that the class reads or translates. */
const ordinary = new RegExp(
  [
    String.raw`\b(?:surprises?|birthday|party|gift|present|mother's day|translate|sentence|dialogue|story|anniversaire|cadeau|fete|traduis|traduire|phrase|recit|conte|3id)\b`,
    'مفاجا|هدية|عيد|ترجم|الجملة|حوار|القصة',
  ].join('|'),
  'u',
)

const doubtful: readonly RegExp[] = [
  /\b(?:don'?t|do not|never) tell (?:anyone|anybody)(?! (?:the|your|what|how|which|who)\b)/u,
  /\bne le dis(?:es)? (?:pas )?a personne\b/u,
  /(?<!\p{L})(?:ما|لا) تقول?\p{L}* ل(?:حد|حتي حد|احد)(?!\p{L})/u,
  /(?<!\p{L})بيني و ?بينك(?!\p{L})/u,
  /\b(?:delete|erase) (?:this|these|the) (?:messages?|chat|conversation)\b|\b(?:efface|supprime)\p{L}* (?:ce|ces|le|les) messages?\b/u,
  /\bcome (?:over )?to my (?:place|house|flat|home)\b|\bpick you up (?:after|from|at)\b/u,
  /\bvien[st]? chez moi\b|\bvenir chez moi\b|\bje (?:viens|passe) te (?:chercher|prendre)\b/u,
  /تعال\p{L}* (?:ل|عند)\s?(?:داري|ي )|(?:نتقابلو|نتلاقاو|نلتقي)\p{L}* .{0,12}(?:في|ف) (?:ال)?(?:مقهي|قهوة|كافيه|بحر|باركينغ)|نجي ناخذك/u,
  /\bija (?:l|3and)\p{L}* ?(?:dari|i)\b|\bnji nhezek\b/u,
]

const nearFamily = `(?:${family}|${anyone})`
const arabicOthers = `\\p{L}{0,2}(?:${arabicFamily}|احد|حد|لحد)`

/** Read only beside contact details, so that wide words do no harm. */
const besideDetails: readonly RegExp[] = [
  new RegExp(`\\b(?:${not}) (?:tell|show|say)\\b.{0,30}\\b${nearFamily}\\b`, 'u'),
  new RegExp(`\\btell (?:nobody|no one)\\b|\\bwithout your ${nearFamily}\\b`, 'u'),
  new RegExp(
    `\\bn(?:e |')(?:(?:le|la|les|en|lui) )?(?:dis|dites|parle|parles|parlez|montre|montres|raconte)\\b.{0,30}\\b${nearFamily}\\b`,
    'u',
  ),
  /\bsans (?:le |la |en )?(?:dire|parler|montrer)\b|\bsans que (?:tes|ta|ton|vos) (?:parents|mere|pere|maman|papa)\b/u,
  new RegExp(
    `(?:لا|ما|بلا ما|من غير ما|دون ان)\\s?(?:ت|ا)(?:قول|خبر|حكي|قل|علم|حكيش|قولش|وري)\\p{L}*.{0,20}${arabicOthers}`,
    'u',
  ),
  new RegExp(
    `\\b(?:ma|mat|bla ma) ?t?(?:9oul|koul|goul|7ki|hki|warri|9oulech|9oulch|7kich)\\p{L}*.{0,20}\\bl?(?:${derjaFamily}|7ad|had)\\b`,
    'u',
  ),
  /\b(?:a little|keep (?:it|this) (?:a )?) ?secret\b|\bun petit secret\b|\bentre nous\b|\ben cachette\b|\ben secret\b/u,
  /(?:سرنا|بيني و ?بينك|بيناتنا|في السر|بالسر|سر صغير)/u,
  /\b(?:binetna|binatna|bini w ?binek|fil? ?(?:sir|ser))\b/u,
  /\b(?:delete|erase|efface|supprime|fassa5|fasse5)\p{L}*\b.{0,20}\b(?:message|messages|conversation|chat|it|ca)\b/u,
  /\b(?:come (?:to|over to) (?:my|mine)|at my (?:place|house|flat)|meet (?:me|you|up|alone)|let'?s meet|pick you up)\b/u,
  /\b(?:viens?|venir|passe|passes) (?:chez|a la maison|me voir)\b|\bchez moi\b|\b(?:on se (?:voit|retrouve|rencontre)|se voir|te voir)\b.{0,25}\b(?:dehors|cafe|parc|plage|voiture|chez|apres|devant)\b|\bje (?:viens|passe) te (?:chercher|prendre)\b/u,
  /(?:تعال\p{L}* (?:ل|الي|عند)\p{L}*|ن(?:ت)?(?:قابل|لتقي|شوفوا|تقابلو)\p{L}*|وحدنا|نجي ناخذك|داري|عندي في الدار)/u,
  /\b(?:ija (?:l|3andi)\p{L}*|net9ablou|net9ablo|nchoufek wa7dek|wa7adna|nji nhezek|f?i? ?dari)\b/u,
]
