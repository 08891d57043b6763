// vocabulary.ts: the words that the text is coloured by. A test compares them with the tables of
// docs/language.md, which are those of the core. What they mean is the core's business alone.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Cannot be names, except behind a dot and before a colon. */
export const reservedWords = words(`
  and animate as at begin by components composite else end for function if in include join let matching not of or place
  primitive simulate structure then to where with`);

/** Mean something only where the grammar expects them. */
export const otherWords = words(`
  contact hinge input language material near normal on plane point step study table world`);

/** Those of the words above behind which a new name stands. */
export const definingWords = words('primitive composite world function table hinge material');

export const shapeWords = words(`
  none cuboid sphere cylinder capsule cone bar plate link gear cam prism hull mesh union`);

/** First words of the hinges: `ball` of `ball.and.socket`. */
export const hingeWords = words(`
  pin ball slider cylindrical universal planar screw rigid point_on_line point_on_plane rod spring damper gear rack
  belt cam tackle`);

export const functionWords = words(`
  abs acos angle asin atan atan2 ceil clamp cos cosh cross distance dot exp floor hypot length log log10 max min mix mod
  polar pow rotate round sign sin sinh smooth sqrt tan tanh unit`);

export const constantWords = words('e infinity pi tau');

export const unitWords = words(`
  GPa Hz J MPa N Nm Pa W bar cm deg ft g h in kHz kJ kN kPa kW kg km lb lbf m mN mg min mm mrad ms nm ns rad rpm s t turn
  um us`);
