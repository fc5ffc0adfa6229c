package picture

import (
	"regexp"
	"slices"
	"strings"
)

// Namespaces of SVG, of the links that older programs write (XLink), and of attributes of XML itself.
const (
	svgNamespace   = "http://www.w3.org/2000/svg"
	xlinkNamespace = "http://www.w3.org/1999/xlink"
	xmlNamespace   = "http://www.w3.org/XML/1998/namespace"
)

var (
	// drawingElements are the elements of a cleaned drawing: shapes, text, paint, filters and pictures.
	drawingElements = strings.Fields(`svg g switch path rect circle ellipse line polyline polygon text tspan textPath defs symbol use title desc
		linearGradient radialGradient stop clipPath mask pattern marker image
		filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
		feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
		feSpecularLighting feSpotLight feTile feTurbulence`)
	// textElements keep the text that they contain.
	textElements = strings.Fields(`text tspan textPath title desc`)
	// animations are left out, unless they change what an element refers to or runs.
	animations = strings.Fields(`animate set animateTransform animateMotion animateColor discard mpath`)
	// documents are elements that run something or hold another document, in any namespace.
	documents = strings.Fields(`script handler listener foreignObject iframe frame object embed applet audio video canvas link base form`)

	// properties are presentation attributes (SVG 2, 6.6): what CSS may say of an element.
	properties = strings.Fields(`alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
		color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
		font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing lighting-color
		marker-end marker-mid marker-start mask mask-type opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity
		stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
		text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode`)
	// drawingAttributes are the other attributes of a cleaned drawing.
	drawingAttributes = strings.Fields(`id viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points transform pathLength
		offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits
		maskContentUnits preserveAspectRatio role aria-hidden aria-label version dx dy rotate textLength lengthAdjust startOffset method spacing
		markerWidth markerHeight markerUnits refX refY orient systemLanguage filterUnits primitiveUnits in in2 result mode type values
		operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant
		specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ z azimuth elevation scale xChannelSelector
		yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude exponent`)

	// localURL is a reference to an element of the same drawing.
	localURL = regexp.MustCompile(`(?i)url\(\s*["']?\s*#([^\s"'()<>]+)\s*["']?\s*\)`)
	// function begins what CSS calls a function.
	function = regexp.MustCompile(`([A-Za-z-]+)\s*\(`)
	// harmlessFunctions compute colours, lengths and transformations.
	harmlessFunctions = strings.Fields(`rgb rgba hsl hsla hwb lab lch oklab oklch color device-cmyk icc-color calc matrix translate translatex translatey
		scale scalex scaley rotate skewx skewy`)
	// fetchingFunctions load what they name.
	fetchingFunctions = strings.Fields(`url image image-set -webkit-image-set cross-fade -webkit-cross-fade src element expression`)
)

// cleanValue returns the value of an attribute or property. A value that is not understood is dropped; one
// that could fetch or run something has a fault, too.
func cleanValue(value string) (cleaned string, fault drawingFault, ok bool) {
	value = strings.TrimSpace(value)
	lower := strings.ToLower(value)
	switch {
	case strings.Contains(value, `\`):
		return "", faultHidden, false
	case strings.Contains(lower, "javascript:") || strings.Contains(lower, "vbscript:"):
		return "", faultScript, false
	case strings.ContainsAny(value, "@{}<>"):
		return "", 0, false
	}
	value = localURL.ReplaceAllString(value, "url(#$1)")
	ok = true
	for _, found := range function.FindAllStringSubmatch(localURL.ReplaceAllString(value, ""), -1) {
		name := strings.ToLower(found[1])
		if slices.Contains(fetchingFunctions, name) {
			return "", faultReference, false
		}
		ok = ok && slices.Contains(harmlessFunctions, name)
	}
	return value, 0, ok
}
