import { plainOf } from './plain-text.ts'

/**
 * Words that ask a learner to keep something from the family, or to meet somewhere. Beside contact details they are no
 * mistake: the first time counts as the second.
 */
export const asksForSecrecy = (text: string): boolean => {
  const plain = plainOf(text)
  return patterns.some((pattern) => pattern.test(plain))
}

const family =
  '(?:parents?|mother|father|mom|mum|dad|mere|pere|maman|papa|family|famille|guardians?|tuteurs?|personne|anyone|anybody|nobody|no one)'
const arabicFamily =
  '(?:\\p{L}{0,2}(?:امك|ابوك|اباك|بابا|ماما|والديك|والدك|والدتك|اهلك|عايلتك|عائلتك|احد|حد|لحد))'
const derjaFamily = '(?:l?ommek|l?omek|l?bouk|l?babek|l?mamak|darkom|l?7ad|l?had|weldik|waldik|3aylek)'

const patterns: readonly RegExp[] = [
  // don't tell your mother, ne dis rien à tes parents
  new RegExp(`(?:don'?t|do not|never|must not|no need to) (?:tell|show|say)\\b.{0,30}\\b${family}\\b`, 'u'),
  new RegExp(`\\btell (?:nobody|no one)\\b|\\bwithout your ${family}\\b|\\bbehind your ${family}`, 'u'),
  new RegExp(
    `\\bn(?:e |')(?:(?:le|la|les|en|lui) )?(?:dis|dites|parle|parles|parlez|montre|montres|raconte)\\b.{0,30}\\b${family}\\b`,
    'u',
  ),
  /\bsans (?:le |la |en )?(?:dire|parler|montrer)\b|\bsans que (?:tes|ta|ton|vos) (?:parents|mere|pere|maman|papa)\b/u,
  new RegExp(
    `(?:لا|ما|بلا ما|من غير ما|دون ان)\\s?(?:ت|ا)(?:قول|خبر|حكي|قل|علم|حكيش|قولش|وري)\\p{L}*.{0,20}${arabicFamily}`,
    'u',
  ),
  new RegExp(
    `\\b(?:ma|mat|bla ma) ?t?(?:9oul|koul|goul|7ki|hki|warri|9oulech|9oulch|7kich)\\p{L}*.{0,20}\\b${derjaFamily}\\b`,
    'u',
  ),
  // our secret, entre nous
  /\b(?:our|a little|keep (?:it|this) (?:a )?) ?secret\b|\bjust between us\b|\bkeep (?:it|this) between us\b/u,
  /\b(?:notre|un petit) secret\b|\b(?:reste|garde\p{L}*|ca reste)\b.{0,12}\bentre nous\b|\ben cachette\b|\ben secret\b/u,
  /(?:سر بيننا|سرنا|بيني وبينك|بيني و بينك|بيناتنا|في السر|بالسر|سر صغير)/u,
  /\b(?:binetna|binatna|bini w ?binek|fil? ?(?:sir|ser))\b/u,
  // delete this, erase our conversation
  /\b(?:delete|erase|efface|supprime|fassa5|fasse5)\p{L}*\b.{0,20}\b(?:message|messages|conversation|chat|it|ca)\b/u,
  // come to my place, on se voit seuls
  /\b(?:come (?:to|over to) (?:my|mine)|at my (?:place|house|flat)|meet (?:me|you|up|alone)|let'?s meet|see you alone|pick you up)\b/u,
  /\b(?:viens?|venir|passe|passes) (?:chez|a la maison|me voir)\b|\bchez moi\b|\b(?:on se (?:voit|retrouve|rencontre)|se voir|te voir)\b.{0,25}\b(?:seuls?|seule|dehors|cafe|parc|plage|voiture|chez|apres|devant)\b|\bje (?:viens|passe) te (?:chercher|prendre)\b/u,
  /(?:تعال\p{L}* (?:ل|الي|عند)\p{L}*|ن(?:ت)?(?:قابل|لتقي|شوفوا|تقابلو)\p{L}*|نشوفك وحدك|وحدنا|نجي ناخذك|داري|عندي في الدار)/u,
  /\b(?:ija (?:l|3andi)\p{L}*|net9ablou|net9ablo|nchoufek wa7dek|wa7adna|nji nhezek|f?i? ?dari)\b/u,
]
