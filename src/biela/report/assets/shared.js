"use strict";
var bielaShared=(()=>{var pn=Object.defineProperty;var Nu=Object.getOwnPropertyDescriptor;var Du=Object.getOwnPropertyNames;var Iu=Object.prototype.hasOwnProperty;var Uu=(e,t)=>{for(var i in t)pn(e,i,{get:t[i],enumerable:!0})},Ou=(e,t,i,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let a of Du(t))!Iu.call(e,a)&&a!==i&&pn(e,a,{get:()=>t[a],enumerable:!(r=Nu(t,a))||r.enumerable});return e};var Fu=e=>Ou(pn({},"__esModule",{value:!0}),e);var d_={};Uu(d_,{A:()=>qa,B:()=>_i,C:()=>Ot,D:()=>Xc,E:()=>Bt,F:()=>D,G:()=>bh,H:()=>an,I:()=>at,J:()=>Je,K:()=>Rh,L:()=>qt,M:()=>md,N:()=>ln,O:()=>eo,P:()=>vp,Q:()=>_t,R:()=>yu,S:()=>O0,T:()=>F0,U:()=>Os,V:()=>h_,W:()=>c_,a:()=>Bs,b:()=>Bu,c:()=>Jl,d:()=>zu,e:()=>Kl,f:()=>Wi,g:()=>Zl,h:()=>Hu,i:()=>qn,j:()=>Vu,k:()=>ku,l:()=>Gu,m:()=>Wu,n:()=>Xu,o:()=>jt,p:()=>Ga,q:()=>oi,r:()=>Wa,s:()=>wt,t:()=>lh,u:()=>Ir,v:()=>Ut,w:()=>Na,x:()=>yi,y:()=>ei,z:()=>jr});var ka=class extends Error{};async function ql(e){
let t=atob(e),i=new Uint8Array(t.length);for(let a=0;a<t.length;a++)i[a]=t.charCodeAt(a);let r=new Blob([i]).stream().pipeThrough(new DecompressionStream("deflate-raw"));return new Uint8Array(await new Response(r).arrayBuffer())}async function Bs(e){let{rows:t,columns:i}=e,r=t*i,a;try{a=await ql(e.text)}catch{throw new ka("The numbers of this page are damaged: they cannot be unpacked.")}if(a.length!==4*r)throw new ka(`The numbers of this page are damaged: ${a.length} bytes instead of ${4*r}.`);let n=new Uint32Array(
r),s=new Float32Array(n.buffer);for(let o=0,l=0;o<t;o++){let h=0;for(let u=0;u<i;u++,l++)h=h+(a[l]|a[r+l]<<8|a[2*r+l]<<16|a[3*r+l]<<24)>>>0,n[l]=h}return Array.from({length:t},(o,l)=>s.subarray(l*i,(l+1)*i))}async function Bu(e){for(let t of[...e?.ground??[],...(e?.bodies??[]).flatMap(i=>i.shapes)])if(t.mesh&&!t.v){let[i,r,a]=t.mesh.split(" "),n=+i,s=+r,o=(await Bs({rows:1,columns:3*(n+s),text:a}))[0],l=new Uint32Array(o.buffer,o.byteOffset+12*n,3*s);t.v=Float32Array.from({length:3*n},(h,u)=>o[u%
3*n+Math.floor(u/3)]),t.f=Uint32Array.from({length:3*s},(h,u)=>l[u%3*s+Math.floor(u/3)])}}function Jl(e,t){let i=0,r=e.length-1;for(;r-i>1;){let a=i+r>>1;e[a]>t?r=a:i=a}return[i,r]}var zu=class Yl{constructor(t,i){this.data=t,this.table=i,this.t=i[t.t],this.index=new Map(t.names.map((r,a)=>[r,a]))}data;table;t;index;static async open(t){return new Yl(t,await Bs(t.table))}get names(){return this.data.names}has(t){return this.index.has(t)}signal(t){let i=this.index.get(t);return i===void 0?new Float32Array(
this.t.length).fill(NaN):this.table[this.data.rows[i]]}unit(t){let i=this.index.get(t);return i===void 0?"":this.data.units[i]}nearest(t){let i=this.position(t);return Math.round(i)}position(t){let i=this.t,[r,a]=Jl(i,t);return a===r?r:r+Math.min(1,Math.max(0,(t-i[r])/(i[a]-i[r]||1)))}};function Kl(){let e=document.getElementById("data")?.textContent;if(!e)throw new ka("This page has no data: the file is not complete.");try{return JSON.parse(e)}catch{throw new ka("The data of this page are damag\
ed: the file was cut or changed.")}}function Wi(e,t={},...i){let r=document.createElement(e);for(let[a,n]of Object.entries(t))n===void 0||n===!1||(typeof n=="function"?r.addEventListener(a,n):a==="class"?r.className=String(n):r.setAttribute(a,n===!0?"":String(n)));return r.append(...i.filter(a=>!!a||a==="")),r}var Zl=e=>document.getElementById(e);function Hu(e,t){e.textContent!==t&&(e.textContent=t)}var qn=e=>e.replaceAll("_"," "),Vu=e=>getComputedStyle(document.documentElement).getPropertyValue(
e).trim();function ku(e,t){let i=typeof t=="string"?t:URL.createObjectURL(t),r=Wi("a",{href:i,download:e});document.body.append(r),r.click(),r.remove(),typeof t!="string"&&setTimeout(()=>URL.revokeObjectURL(i),1e3)}function Gu(e){return e instanceof HTMLElement&&(["SELECT","TEXTAREA","BUTTON","SUMMARY"].includes(e.tagName)||e instanceof HTMLInputElement&&!["range","checkbox"].includes(e.type))}async function Wu(e){try{let{kind:t}=Kl();window.biela=await e[t](),document.documentElement.dataset.ready=
"yes"}catch(t){Zl("main").before(Wi("div",{class:"answer bad",role:"alert",id:"trouble"},Wi("b",{},"✗ This page cannot be drawn. "),t instanceof Error?t.message:String(t))),document.documentElement.dataset.ready="no"}}function Xu(e,t){let i=document.documentElement,r=null;try{r=localStorage.getItem("biela-theme")}catch{r=null}let a=n=>{i.classList.toggle("dark",n),e&&(e.textContent=n?"light":"dark",e.title=`change to ${n?"light":"dark"} colours`),t(n)};a(r?r==="dark":matchMedia("(prefers-color\
-scheme: dark)").matches),e&&(e.onclick=()=>{let n=!i.classList.contains("dark");try{localStorage.setItem("biela-theme",n?"dark":"light")}catch{}a(n)})}var ju=0,_o=1,qu=2,Br=1,Ju=2,Dr=3,Xi=0,Ft=1,jt=2,pr=0,zr=1,yo=2,xo=3,So=4,Yu=5,hr=100,Ku=101,Zu=102,Qu=103,$u=104,ec=200,tc=201,ic=202,rc=203,Ql=204,$l=205,ac=206,nc=207,sc=208,oc=209,lc=210,hc=211,uc=212,cc=213,dc=214,Jn=0,Yn=1,Kn=2,Gr=3,Zn=4,Qn=5,$n=6,es=7,zs=0,pc=1,fc=2,xi=0,eh=1,th=2,ih=3,rh=4,ah=5,nh=6,sh=7,oh=300,gr=301,Wr=302,fn=303,mn=304,
Ga=1e3,oi=1001,Wa=1002,wt=1003,lh=1004,Ir=1005,Ut=1006,Na=1007,yi=1008,Wt=1009,hh=1010,uh=1011,Xr=1012,Hs=1013,ui=1014,li=1015,ci=1016,Vs=1017,ks=1018,vr=1020,ch=35902,dh=35899,ph=1021,fh=1022,ei=1023,Li=1026,Pi=1027,mh=1028,Gs=1029,ji=1030,Ws=1031,Xs=1033,Da=33776,Ia=33777,Ua=33778,Oa=33779,ts=35840,is=35841,rs=35842,as=35843,ns=36196,ss=37492,os=37496,ls=37488,hs=37489,Xa=37490,us=37491,cs=37808,ds=37809,ps=37810,fs=37811,ms=37812,gs=37813,vs=37814,_s=37815,ys=37816,xs=37817,Ss=37818,Ms=37819,
bs=37820,Es=37821,Ts=36492,ws=36494,As=36495,Rs=36283,Cs=36284,ja=36285,Ps=36286,jr=2300,qa=2301,gn=2302,Mo=2303,bo=2400,Eo=2401,To=2402,mc=2500,gc=3200,Ja=0,vc=1,_i="",Ot="srgb",Ya="srgb-linear",Ka="linear",ht="srgb",vn=7680,_c=519,yc=512,xc=513,Sc=514,gh=515,Mc=516,bc=517,vh=518,_h=519,Ec=35044,wo="300 es",ti=2e3,qr=2001;function Tc(e){for(let t=e.length-1;t>=0;--t)if(e[t]>=65535)return!0;return!1}function wc(e){return ArrayBuffer.isView(e)&&!(e instanceof DataView)}function Za(e){return document.
createElementNS("http://www.w3.org/1999/xhtml",e)}function Ac(){let e=Za("canvas");return e.style.display="block",e}var Ao={},_r=null;function Ro(...e){let t="THREE."+e.shift();_r?_r("log",t,...e):console.log(t,...e)}function yh(e){let t=e[0];if(typeof t=="string"&&t.startsWith("TSL:")){let i=e[1];i&&i.isStackTrace?e[0]+=" "+i.getLocation():e[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return e}function qe(...e){e=yh(e);let t="THREE."+e.shift();
if(_r)_r("warn",t,...e);else{let i=e[0];i&&i.isStackTrace?console.warn(i.getError(t)):console.warn(t,...e)}}function Ye(...e){e=yh(e);let t="THREE."+e.shift();if(_r)_r("error",t,...e);else{let i=e[0];i&&i.isStackTrace?console.error(i.getError(t)):console.error(t,...e)}}function Fa(...e){let t=e.join(" ");t in Ao||(Ao[t]=!0,qe(...e))}function Rc(e,t,i){return new Promise(function(r,a){function n(){switch(e.clientWaitSync(t,e.SYNC_FLUSH_COMMANDS_BIT,0)){case e.WAIT_FAILED:a();break;case e.TIMEOUT_EXPIRED:
setTimeout(n,i);break;default:r()}}setTimeout(n,i)})}var Cc={[Jn]:Jn,[Kn]:$n,[Zn]:Zn,[Gr]:Qn,[Yn]:Yn,[$n]:Kn,[es]:es,[Qn]:Gr},Ki=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let a=r.indexOf(t);
a!==-1&&r.splice(a,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let a=0,n=r.length;a<n;a++)r[a].call(this,e);e.target=null}}},Ct=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38",
"39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c",
"9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Co=1234567,
fr=Math.PI/180,Jr=180/Math.PI;function Di(){let e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0,r=Math.random()*4294967295|0;return(Ct[e&255]+Ct[e>>8&255]+Ct[e>>16&255]+Ct[e>>24&255]+"-"+Ct[t&255]+Ct[t>>8&255]+"-"+Ct[t>>16&15|64]+Ct[t>>24&255]+"-"+Ct[i&63|128]+Ct[i>>8&255]+"-"+Ct[i>>16&255]+Ct[i>>24&255]+Ct[r&255]+Ct[r>>8&255]+Ct[r>>16&255]+Ct[r>>24&255]).toLowerCase()}function it(e,t,i){return Math.max(t,Math.min(i,e))}function js(e,t){return(e%t+t)%t}function Pc(e,t,i,r,a){
return r+(e-t)*(a-r)/(i-t)}function Lc(e,t,i){return e!==t?(i-e)/(t-e):0}function Hr(e,t,i){return(1-i)*e+i*t}function Nc(e,t,i,r){return Hr(e,t,1-Math.exp(-i*r))}function Dc(e,t=1){return t-Math.abs(js(e,t*2)-t)}function Ic(e,t,i){return e<=t?0:e>=i?1:(e=(e-t)/(i-t),e*e*(3-2*e))}function Uc(e,t,i){return e<=t?0:e>=i?1:(e=(e-t)/(i-t),e*e*e*(e*(e*6-15)+10))}function Oc(e,t){return e+Math.floor(Math.random()*(t-e+1))}function Fc(e,t){return e+Math.random()*(t-e)}function Bc(e){return e*(.5-Math.random())}
function zc(e){e!==void 0&&(Co=e);let t=Co+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function Hc(e){return e*fr}function Vc(e){return e*Jr}function kc(e){return e>0&&Number.isInteger(e)&&2**Math.round(Math.log2(e))===e}function Gc(e){return Math.pow(2,Math.ceil(Math.log(e)/Math.LN2))}function xh(e){return Math.pow(2,Math.floor(Math.log(e)/Math.LN2))}function Wc(e,t,i,r,a){let n=Math.cos,s=Math.sin,o=n(i/2),l=s(i/2),h=n((t+r)/2),u=s((t+r)/
2),d=n((t-r)/2),c=s((t-r)/2),p=n((r-t)/2),g=s((r-t)/2);switch(a){case"XYX":e.set(o*u,l*d,l*c,o*h);break;case"YZY":e.set(l*c,o*u,l*d,o*h);break;case"ZXZ":e.set(l*d,l*c,o*u,o*h);break;case"XZX":e.set(o*u,l*g,l*p,o*h);break;case"YXY":e.set(l*p,o*u,l*g,o*h);break;case"ZYZ":e.set(l*g,l*p,o*u,o*h);break;default:qe("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+a)}}function qs(e){switch(e.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:
return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Sh(e,t){if(t.constructor===Float32Array)return e;let i=qs(t);if(i===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(e/i,-1)}function Mh(e,t){if(t.constructor===Float32Array)return e;let i=qs(t);if(i===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(e*i)}var Xc={DEG2RAD:fr,RAD2DEG:Jr,generateUUID:Di,clamp:it,
euclideanModulo:js,mapLinear:Pc,inverseLerp:Lc,lerp:Hr,damp:Nc,pingpong:Dc,smoothstep:Ic,smootherstep:Uc,randInt:Oc,randFloat:Fc,randFloatSpread:Bc,seededRandom:zc,degToRad:Hc,radToDeg:Vc,isPowerOfTwo:kc,ceilPowerOfTwo:Gc,floorPowerOfTwo:xh,setQuaternionFromProperEuler:Wc,normalize:Mh,denormalize:Sh},xe=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.
x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){
return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){
return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=it(this.x,e.x,t.x),this.y=it(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=it(this.x,e,t),this.y=it(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(
i||1).multiplyScalar(it(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){
return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(it(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.
abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.
sin(t),a=this.x-e.x,n=this.y-e.y;return this.x=a*i-n*r+e.x,this.y=a*r+n*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Bt=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,a,n,s){let o=i[r+0],l=i[r+1],h=i[r+2],u=i[r+3],d=a[n+0],c=a[n+1],p=a[n+2],g=a[n+3];if(u!==g||o!==d||l!==c||h!==p){let x=o*d+l*c+h*p+u*g;x<0&&(d=-d,c=-c,p=-p,g=-g,x=-x);let m=1-s;if(x<
.9995){let f=Math.acos(x),E=Math.sin(f);m=Math.sin(m*f)/E,s=Math.sin(s*f)/E,o=o*m+d*s,l=l*m+c*s,h=h*m+p*s,u=u*m+g*s}else{o=o*m+d*s,l=l*m+c*s,h=h*m+p*s,u=u*m+g*s;let f=1/Math.sqrt(o*o+l*l+h*h+u*u);o*=f,l*=f,h*=f,u*=f}}e[t]=o,e[t+1]=l,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,i,r,a,n){let s=i[r],o=i[r+1],l=i[r+2],h=i[r+3],u=a[n],d=a[n+1],c=a[n+2],p=a[n+3];return e[t]=s*p+h*u+o*c-l*d,e[t+1]=o*p+h*d+l*u-s*c,e[t+2]=l*p+h*c+s*d-o*u,e[t+3]=h*p-s*u-o*d-l*c,e}get x(){return this._x}set x(e){this.
_x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){
let i=e._x,r=e._y,a=e._z,n=e._order,s=Math.cos,o=Math.sin,l=s(i/2),h=s(r/2),u=s(a/2),d=o(i/2),c=o(r/2),p=o(a/2);switch(n){case"XYZ":this._x=d*h*u+l*c*p,this._y=l*c*u-d*h*p,this._z=l*h*p+d*c*u,this._w=l*h*u-d*c*p;break;case"YXZ":this._x=d*h*u+l*c*p,this._y=l*c*u-d*h*p,this._z=l*h*p-d*c*u,this._w=l*h*u+d*c*p;break;case"ZXY":this._x=d*h*u-l*c*p,this._y=l*c*u+d*h*p,this._z=l*h*p+d*c*u,this._w=l*h*u-d*c*p;break;case"ZYX":this._x=d*h*u-l*c*p,this._y=l*c*u+d*h*p,this._z=l*h*p-d*c*u,this._w=l*h*u+d*c*p;
break;case"YZX":this._x=d*h*u+l*c*p,this._y=l*c*u+d*h*p,this._z=l*h*p-d*c*u,this._w=l*h*u-d*c*p;break;case"XZY":this._x=d*h*u-l*c*p,this._y=l*c*u-d*h*p,this._z=l*h*p+d*c*u,this._w=l*h*u+d*c*p;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+n)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,
i=t[0],r=t[4],a=t[8],n=t[1],s=t[5],o=t[9],l=t[2],h=t[6],u=t[10],d=i+s+u;if(d>0){let c=.5/Math.sqrt(d+1);this._w=.25/c,this._x=(h-o)*c,this._y=(a-l)*c,this._z=(n-r)*c}else if(i>s&&i>u){let c=2*Math.sqrt(1+i-s-u);this._w=(h-o)/c,this._x=.25*c,this._y=(r+n)/c,this._z=(a+l)/c}else if(s>u){let c=2*Math.sqrt(1+s-i-u);this._w=(a-l)/c,this._x=(r+n)/c,this._y=.25*c,this._z=(o+h)/c}else{let c=2*Math.sqrt(1+u-i-s);this._w=(n-r)/c,this._x=(a+l)/c,this._y=(o+h)/c,this._z=.25*c}return this._onChangeCallback(),
this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(it(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){
return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this.
_w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,a=e._z,n=e._w,s=t._x,o=t._y,l=t._z,h=t._w;return this._x=i*h+n*s+r*l-a*o,this._y=r*h+n*o+a*s-i*l,this._z=a*h+n*l+i*o-r*s,this._w=n*h-i*s-r*o-a*l,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,a=e._z,n=e._w,s=this.dot(e);s<0&&(i=-i,r=-r,a=-a,n=-n,s=-s);let o=1-t;if(s<.9995){let l=Math.acos(s),h=Math.
sin(l);o=Math.sin(o*l)/h,t=Math.sin(t*l)/h,this._x=this._x*o+i*t,this._y=this._y*o+r*t,this._z=this._z*o+a*t,this._w=this._w*o+n*t,this._onChangeCallback()}else this._x=this._x*o+i*t,this._y=this._y*o+r*t,this._z=this._z*o+a*t,this._w=this._w*o+n*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),a=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),a*Math.sin(
t),a*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=
e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},D=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=
t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+
t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){
return this.applyQuaternion(Po.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Po.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,a=e.elements;return this.x=a[0]*t+a[3]*i+a[6]*r,this.y=a[1]*t+a[4]*i+a[7]*r,this.z=a[2]*t+a[5]*i+a[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,a=e.elements,n=1/(a[3]*t+a[7]*i+a[11]*r+a[15]);return this.x=(a[0]*t+a[4]*i+a[8]*r+a[12])*n,this.y=(a[1]*t+a[5]*i+
a[9]*r+a[13])*n,this.z=(a[2]*t+a[6]*i+a[10]*r+a[14])*n,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,a=e.x,n=e.y,s=e.z,o=e.w,l=2*(n*r-s*i),h=2*(s*t-a*r),u=2*(a*i-n*t);return this.x=t+o*l+n*u-s*h,this.y=i+o*h+s*l-a*u,this.z=r+o*u+a*h-n*l,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,a=e.elements;
return this.x=a[0]*t+a[4]*i+a[8]*r,this.y=a[1]*t+a[5]*i+a[9]*r,this.z=a[2]*t+a[6]*i+a[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=it(this.x,e.x,t.x),this.y=it(this.y,e.y,t.y),this.z=it(
this.z,e.z,t.z),this}clampScalar(e,t){return this.x=it(this.x,e,t),this.y=it(this.y,e,t),this.z=it(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(it(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){
return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().
multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,a=e.z,n=t.x,s=t.y,o=t.z;return this.x=r*o-a*s,this.y=a*n-i*o,this.z=i*s-r*n,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){
return _n.copy(this).projectOnVector(e),this.sub(_n)}reflect(e){return this.sub(_n.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(it(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){
return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(
e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.
z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},_n=new D,Po=new Bt,Ze=class{static{
this.prototype.isMatrix3=!0}constructor(e,t,i,r,a,n,s,o,l){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,a,n,s,o,l)}set(e,t,i,r,a,n,s,o,l){let h=this.elements;return h[0]=e,h[1]=r,h[2]=s,h[3]=t,h[4]=a,h[5]=o,h[6]=i,h[7]=n,h[8]=l,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,
0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,a=this.elements,n=i[0],s=i[3],o=i[6],l=i[1],h=i[4],u=i[7],d=i[2],c=i[5],p=i[8],g=r[0],x=r[3],m=r[6],f=r[1],E=r[4],T=r[7],y=r[2],w=r[5],C=r[8];return a[0]=n*g+s*f+o*y,a[3]=n*x+
s*E+o*w,a[6]=n*m+s*T+o*C,a[1]=l*g+h*f+u*y,a[4]=l*x+h*E+u*w,a[7]=l*m+h*T+u*C,a[2]=d*g+c*f+p*y,a[5]=d*x+c*E+p*w,a[8]=d*m+c*T+p*C,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],a=e[3],n=e[4],s=e[5],o=e[6],l=e[7],h=e[8];return t*n*h-t*s*l-i*a*h+i*s*o+r*a*l-r*n*o}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],a=e[3],n=e[4],s=e[5],o=e[6],l=e[7],h=e[8],u=h*n-s*l,d=s*
o-h*a,c=l*a-n*o,p=t*u+i*d+r*c;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let g=1/p;return e[0]=u*g,e[1]=(r*l-h*i)*g,e[2]=(s*i-r*n)*g,e[3]=d*g,e[4]=(h*t-r*o)*g,e[5]=(r*a-s*t)*g,e[6]=c*g,e[7]=(i*o-l*t)*g,e[8]=(n*t-i*a)*g,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],
e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,a,n,s){let o=Math.cos(a),l=Math.sin(a);return this.set(i*o,i*l,-i*(o*n+l*s)+n+e,-r*l,r*o,-r*(-l*n+o*s)+s+t,0,0,1),this}scale(e,t){return Fa("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(yn.makeScale(e,t)),this}rotate(e){return Fa("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(yn.makeRotation(-e)),this}translate(e,t){return Fa("Matrix3: .translate() is\
 deprecated. Use .makeTranslation() instead."),this.premultiply(yn.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];
return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},yn=new Ze,Lo=new Ze().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),No=new Ze().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function jc(){let e={enabled:!0,workingColorSpace:Ya,spaces:{},
convert:function(a,n,s){return this.enabled===!1||n===s||!n||!s||(this.spaces[n].transfer===ht&&(a.r=Si(a.r),a.g=Si(a.g),a.b=Si(a.b)),this.spaces[n].primaries!==this.spaces[s].primaries&&(a.applyMatrix3(this.spaces[n].toXYZ),a.applyMatrix3(this.spaces[s].fromXYZ)),this.spaces[s].transfer===ht&&(a.r=mr(a.r),a.g=mr(a.g),a.b=mr(a.b))),a},workingToColorSpace:function(a,n){return this.convert(a,this.workingColorSpace,n)},colorSpaceToWorking:function(a,n){return this.convert(a,n,this.workingColorSpace)},
getPrimaries:function(a){return this.spaces[a].primaries},getTransfer:function(a){return a===_i?Ka:this.spaces[a].transfer},getToneMappingMode:function(a){return this.spaces[a].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(a,n=this.workingColorSpace){return a.fromArray(this.spaces[n].luminanceCoefficients)},define:function(a){Object.assign(this.spaces,a)},_getMatrix:function(a,n,s){return a.copy(this.spaces[s].fromXYZ).multiply(this.spaces[n].toXYZ)},_getDrawingBufferColorSpace:function(a){
return this.spaces[a].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(a=this.workingColorSpace){return this.spaces[a].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],i=[.2126,.7152,.0722],r=[.3127,.329];return e.define({[Ya]:{primaries:t,whitePoint:r,transfer:Ka,toXYZ:Lo,fromXYZ:No,luminanceCoefficients:i,workingColorSpaceConfig:{unpackColorSpace:Ot},outputColorSpaceConfig:{drawingBufferColorSpace:Ot}},[Ot]:{primaries:t,whitePoint:r,transfer:ht,
toXYZ:Lo,fromXYZ:No,luminanceCoefficients:i,outputColorSpaceConfig:{drawingBufferColorSpace:Ot}}}),e}var rt=jc();function Si(e){return e<.04045?e*.0773993808:Math.pow(e*.9478672986+.0521327014,2.4)}function mr(e){return e<.0031308?e*12.92:1.055*Math.pow(e,.41666)-.055}var Zi,bh=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Zi===void 0&&(Zi=Za("canvas")),Zi.width=e.width,Zi.height=e.height;
let r=Zi.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=Zi}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Za("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),a=r.data;for(let n=0;n<
a.length;n++)a[n]=Si(a[n]/255)*255;return i.putImageData(r,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(Si(t[i]/255)*255):t[i]=Si(t[i]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},qc=0,an=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:qc++}),this.uuid=
Di(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.
uuid,url:""},r=this.data;if(r!==null){let a;if(Array.isArray(r)){a=[];for(let n=0,s=r.length;n<s;n++)r[n].isDataTexture?a.push(xn(r[n].image)):a.push(xn(r[n]))}else a=xn(r);i.url=a}return t||(e.images[this.uuid]=i),i}};function xn(e){return typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap?bh.getDataURL(e):e.data?{data:Array.from(e.data),width:e.width,height:e.height,type:e.data.
constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var Jc=0,Sn=new D,Jt=class Ba extends Ki{constructor(t=Ba.DEFAULT_IMAGE,i=Ba.DEFAULT_MAPPING,r=oi,a=oi,n=Ut,s=yi,o=ei,l=Wt,h=Ba.DEFAULT_ANISOTROPY,u=_i){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Jc++}),this.uuid=Di(),this.name="",this.source=new an(t),this.mipmaps=[],this.mapping=i,this.channel=0,this.wrapS=r,this.wrapT=a,this.magFilter=n,this.minFilter=s,this.anisotropy=h,this.format=o,this.internalFormat=
null,this.type=l,this.offset=new xe(0,0),this.repeat=new xe(1,1),this.center=new xe(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new Ze,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=
!1}get width(){return this.source.getSize(Sn).x}get height(){return this.source.getSize(Sn).y}get depth(){return this.source.getSize(Sn).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,i){this.updateRanges.push({start:t,count:i})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(
this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,
this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let i in t){
let r=t[i];if(r===void 0){qe(`Texture.setValues(): parameter '${i}' has value of undefined.`);continue}let a=this[i];if(a===void 0){qe(`Texture.setValues(): property '${i}' does not exist.`);continue}a&&r&&a.isVector2&&r.isVector2||a&&r&&a.isVector3&&r.isVector3||a&&r&&a.isMatrix3&&r.isMatrix3?a.copy(r):this[i]=r}}toJSON(t){let i=t===void 0||typeof t=="string";if(!i&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let r={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},
uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.
generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(r.userData=this.userData),i||(t.textures[this.uuid]=r),r}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==oh)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Ga:t.x=t.x-Math.floor(t.x);break;case oi:t.x=t.x<0?0:1;break;case Wa:Math.abs(Math.floor(t.x)%2)===1?t.x=
Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Ga:t.y=t.y-Math.floor(t.y);break;case oi:t.y=t.y<0?0:1;break;case Wa:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Jt.DEFAULT_IMAGE=null;Jt.DEFAULT_MAPPING=oh;Jt.DEFAULT_ANISOTROPY=1;var ut=class{static{this.prototype.
isVector4=!0}constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=
t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){
return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=
e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,a=this.w,n=e.elements;return this.x=n[0]*t+n[4]*i+n[8]*r+n[12]*a,this.y=n[1]*t+n[5]*i+n[9]*r+n[13]*a,this.z=n[2]*t+n[6]*i+n[10]*r+n[14]*a,this.w=n[3]*t+n[7]*i+n[11]*r+n[15]*a,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.
sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,a,n=e.elements,s=n[0],o=n[4],l=n[8],h=n[1],u=n[5],d=n[9],c=n[2],p=n[6],g=n[10];if(Math.abs(o-h)<.01&&Math.abs(l-c)<.01&&Math.abs(d-p)<.01){if(Math.abs(o+h)<.1&&Math.abs(l+c)<.1&&Math.abs(d+p)<.1&&Math.abs(s+u+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let m=(s+1)/2,f=(u+1)/2,E=(g+1)/2,T=(o+h)/4,y=(l+c)/4,w=(d+p)/4;return m>f&&m>E?m<.01?(i=0,r=.707106781,
a=.707106781):(i=Math.sqrt(m),r=T/i,a=y/i):f>E?f<.01?(i=.707106781,r=0,a=.707106781):(r=Math.sqrt(f),i=T/r,a=w/r):E<.01?(i=.707106781,r=.707106781,a=0):(a=Math.sqrt(E),i=y/a,r=w/a),this.set(i,r,a,t),this}let x=Math.sqrt((p-d)*(p-d)+(l-c)*(l-c)+(h-o)*(h-o));return Math.abs(x)<.001&&(x=1),this.x=(p-d)/x,this.y=(l-c)/x,this.z=(h-o)/x,this.w=Math.acos((s+u+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.
min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=it(this.x,e.x,t.x),this.y=it(this.y,e.y,t.y),this.z=it(this.z,e.z,t.z),this.w=it(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=it(this.x,e,t),this.y=it(this.y,e,t),this.z=it(this.z,e,t),this.w=it(this.w,e,t),this}clampLength(e,t){let i=this.
length();return this.divideScalar(i||1).multiplyScalar(it(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.
y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||
1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,
e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Yc=class extends Ki{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Ut,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,
resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new ut(0,0,e,t),this.scissorTest=!1,this.viewport=new ut(0,0,e,t),this.textures=[];let r=i.count;for(let a=0;a<r;a++)this.textures[a]=new Jt({width:e,height:t,depth:i.depth}),this.textures[a].isRenderTargetTexture=
!0,this.textures[a].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=
i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Ut,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==
void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=
e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,a=this.textures.length;r<a;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.
textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=
!0,this.textures[t].renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new an(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,
e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},hi=class extends Yc{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},Eh=class extends Jt{constructor(e=null,t=1,i=1,r=1){super(
null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=wt,this.minFilter=wt,this.wrapR=oi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}},Kc=class extends Jt{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=
wt,this.minFilter=wt,this.wrapR=oi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}},at=class Th{static{this.prototype.isMatrix4=!0}constructor(t,i,r,a,n,s,o,l,h,u,d,c,p,g,x,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,i,r,a,n,s,o,l,h,u,d,c,p,g,x,m)}set(t,i,r,a,n,s,o,l,h,u,d,c,p,g,x,m){let f=this.elements;return f[0]=t,f[4]=i,f[8]=r,f[12]=a,f[1]=n,f[5]=s,f[9]=o,f[13]=l,f[2]=h,f[6]=u,f[10]=d,f[14]=c,f[3]=
p,f[7]=g,f[11]=x,f[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new Th().fromArray(this.elements)}copy(t){let i=this.elements,r=t.elements;return i[0]=r[0],i[1]=r[1],i[2]=r[2],i[3]=r[3],i[4]=r[4],i[5]=r[5],i[6]=r[6],i[7]=r[7],i[8]=r[8],i[9]=r[9],i[10]=r[10],i[11]=r[11],i[12]=r[12],i[13]=r[13],i[14]=r[14],i[15]=r[15],this}copyPosition(t){let i=this.elements,r=t.elements;return i[12]=r[12],i[13]=r[13],i[14]=r[14],this}setFromMatrix3(t){let i=t.elements;
return this.set(i[0],i[3],i[6],0,i[1],i[4],i[7],0,i[2],i[5],i[8],0,0,0,0,1),this}extractBasis(t,i,r){return this.determinantAffine()===0?(t.set(1,0,0),i.set(0,1,0),r.set(0,0,1),this):(t.setFromMatrixColumn(this,0),i.setFromMatrixColumn(this,1),r.setFromMatrixColumn(this,2),this)}makeBasis(t,i,r){return this.set(t.x,i.x,r.x,0,t.y,i.y,r.y,0,t.z,i.z,r.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let i=this.elements,r=t.elements,a=1/Qi.setFromMatrixColumn(
t,0).length(),n=1/Qi.setFromMatrixColumn(t,1).length(),s=1/Qi.setFromMatrixColumn(t,2).length();return i[0]=r[0]*a,i[1]=r[1]*a,i[2]=r[2]*a,i[3]=0,i[4]=r[4]*n,i[5]=r[5]*n,i[6]=r[6]*n,i[7]=0,i[8]=r[8]*s,i[9]=r[9]*s,i[10]=r[10]*s,i[11]=0,i[12]=0,i[13]=0,i[14]=0,i[15]=1,this}makeRotationFromEuler(t){let i=this.elements,r=t.x,a=t.y,n=t.z,s=Math.cos(r),o=Math.sin(r),l=Math.cos(a),h=Math.sin(a),u=Math.cos(n),d=Math.sin(n);if(t.order==="XYZ"){let c=s*u,p=s*d,g=o*u,x=o*d;i[0]=l*u,i[4]=-l*d,i[8]=h,i[1]=p+
g*h,i[5]=c-x*h,i[9]=-o*l,i[2]=x-c*h,i[6]=g+p*h,i[10]=s*l}else if(t.order==="YXZ"){let c=l*u,p=l*d,g=h*u,x=h*d;i[0]=c+x*o,i[4]=g*o-p,i[8]=s*h,i[1]=s*d,i[5]=s*u,i[9]=-o,i[2]=p*o-g,i[6]=x+c*o,i[10]=s*l}else if(t.order==="ZXY"){let c=l*u,p=l*d,g=h*u,x=h*d;i[0]=c-x*o,i[4]=-s*d,i[8]=g+p*o,i[1]=p+g*o,i[5]=s*u,i[9]=x-c*o,i[2]=-s*h,i[6]=o,i[10]=s*l}else if(t.order==="ZYX"){let c=s*u,p=s*d,g=o*u,x=o*d;i[0]=l*u,i[4]=g*h-p,i[8]=c*h+x,i[1]=l*d,i[5]=x*h+c,i[9]=p*h-g,i[2]=-h,i[6]=o*l,i[10]=s*l}else if(t.order===
"YZX"){let c=s*l,p=s*h,g=o*l,x=o*h;i[0]=l*u,i[4]=x-c*d,i[8]=g*d+p,i[1]=d,i[5]=s*u,i[9]=-o*u,i[2]=-h*u,i[6]=p*d+g,i[10]=c-x*d}else if(t.order==="XZY"){let c=s*l,p=s*h,g=o*l,x=o*h;i[0]=l*u,i[4]=-d,i[8]=h*u,i[1]=c*d+x,i[5]=s*u,i[9]=p*d-g,i[2]=g*d-p,i[6]=o*u,i[10]=x*d+c}return i[3]=0,i[7]=0,i[11]=0,i[12]=0,i[13]=0,i[14]=0,i[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Zc,t,Qc)}lookAt(t,i,r){let a=this.elements;return Vt.subVectors(t,i),Vt.lengthSq()===0&&(Vt.z=1),Vt.normalize(),bi.crossVectors(
r,Vt),bi.lengthSq()===0&&(Math.abs(r.z)===1?Vt.x+=1e-4:Vt.z+=1e-4,Vt.normalize(),bi.crossVectors(r,Vt)),bi.normalize(),ia.crossVectors(Vt,bi),a[0]=bi.x,a[4]=ia.x,a[8]=Vt.x,a[1]=bi.y,a[5]=ia.y,a[9]=Vt.y,a[2]=bi.z,a[6]=ia.z,a[10]=Vt.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,i){let r=t.elements,a=i.elements,n=this.elements,s=r[0],o=r[4],l=r[8],h=r[12],u=r[1],d=r[5],c=r[9],p=r[13],g=r[2],x=r[6],m=r[10],f=r[14],E=r[3],
T=r[7],y=r[11],w=r[15],C=a[0],v=a[4],b=a[8],A=a[12],O=a[1],P=a[5],z=a[9],X=a[13],L=a[2],V=a[6],Z=a[10],H=a[14],ue=a[3],q=a[7],j=a[11],se=a[15];return n[0]=s*C+o*O+l*L+h*ue,n[4]=s*v+o*P+l*V+h*q,n[8]=s*b+o*z+l*Z+h*j,n[12]=s*A+o*X+l*H+h*se,n[1]=u*C+d*O+c*L+p*ue,n[5]=u*v+d*P+c*V+p*q,n[9]=u*b+d*z+c*Z+p*j,n[13]=u*A+d*X+c*H+p*se,n[2]=g*C+x*O+m*L+f*ue,n[6]=g*v+x*P+m*V+f*q,n[10]=g*b+x*z+m*Z+f*j,n[14]=g*A+x*X+m*H+f*se,n[3]=E*C+T*O+y*L+w*ue,n[7]=E*v+T*P+y*V+w*q,n[11]=E*b+T*z+y*Z+w*j,n[15]=E*A+T*X+y*H+w*se,
this}multiplyScalar(t){let i=this.elements;return i[0]*=t,i[4]*=t,i[8]*=t,i[12]*=t,i[1]*=t,i[5]*=t,i[9]*=t,i[13]*=t,i[2]*=t,i[6]*=t,i[10]*=t,i[14]*=t,i[3]*=t,i[7]*=t,i[11]*=t,i[15]*=t,this}determinant(){let t=this.elements,i=t[0],r=t[4],a=t[8],n=t[12],s=t[1],o=t[5],l=t[9],h=t[13],u=t[2],d=t[6],c=t[10],p=t[14],g=t[3],x=t[7],m=t[11],f=t[15],E=l*p-h*c,T=o*p-h*d,y=o*c-l*d,w=s*p-h*u,C=s*c-l*u,v=s*d-o*u;return i*(x*E-m*T+f*y)-r*(g*E-m*w+f*C)+a*(g*T-x*w+f*v)-n*(g*y-x*C+m*v)}determinantAffine(){let t=this.
elements,i=t[0],r=t[4],a=t[8],n=t[1],s=t[5],o=t[9],l=t[2],h=t[6],u=t[10];return i*(s*u-o*h)-r*(n*u-o*l)+a*(n*h-s*l)}transpose(){let t=this.elements,i;return i=t[1],t[1]=t[4],t[4]=i,i=t[2],t[2]=t[8],t[8]=i,i=t[6],t[6]=t[9],t[9]=i,i=t[3],t[3]=t[12],t[12]=i,i=t[7],t[7]=t[13],t[13]=i,i=t[11],t[11]=t[14],t[14]=i,this}setPosition(t,i,r){let a=this.elements;return t.isVector3?(a[12]=t.x,a[13]=t.y,a[14]=t.z):(a[12]=t,a[13]=i,a[14]=r),this}invert(){let t=this.elements,i=t[0],r=t[1],a=t[2],n=t[3],s=t[4],o=t[5],
l=t[6],h=t[7],u=t[8],d=t[9],c=t[10],p=t[11],g=t[12],x=t[13],m=t[14],f=t[15],E=i*o-r*s,T=i*l-a*s,y=i*h-n*s,w=r*l-a*o,C=r*h-n*o,v=a*h-n*l,b=u*x-d*g,A=u*m-c*g,O=u*f-p*g,P=d*m-c*x,z=d*f-p*x,X=c*f-p*m,L=E*X-T*z+y*P+w*O-C*A+v*b;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let V=1/L;return t[0]=(o*X-l*z+h*P)*V,t[1]=(a*z-r*X-n*P)*V,t[2]=(x*v-m*C+f*w)*V,t[3]=(c*C-d*v-p*w)*V,t[4]=(l*O-s*X-h*A)*V,t[5]=(i*X-a*O+n*A)*V,t[6]=(m*y-g*v-f*T)*V,t[7]=(u*v-c*y+p*T)*V,t[8]=(s*z-o*O+h*b)*V,t[9]=(r*O-i*z-
n*b)*V,t[10]=(g*C-x*y+f*E)*V,t[11]=(d*y-u*C-p*E)*V,t[12]=(o*A-s*P-l*b)*V,t[13]=(i*P-r*A+a*b)*V,t[14]=(x*T-g*w-m*E)*V,t[15]=(u*w-d*T+c*E)*V,this}scale(t){let i=this.elements,r=t.x,a=t.y,n=t.z;return i[0]*=r,i[4]*=a,i[8]*=n,i[1]*=r,i[5]*=a,i[9]*=n,i[2]*=r,i[6]*=a,i[10]*=n,i[3]*=r,i[7]*=a,i[11]*=n,this}getMaxScaleOnAxis(){let t=this.elements,i=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],r=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],a=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(i,r,a))}makeTranslation(t,i,r){return t.
isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,i,0,0,1,r,0,0,0,1),this}makeRotationX(t){let i=Math.cos(t),r=Math.sin(t);return this.set(1,0,0,0,0,i,-r,0,0,r,i,0,0,0,0,1),this}makeRotationY(t){let i=Math.cos(t),r=Math.sin(t);return this.set(i,0,r,0,0,1,0,0,-r,0,i,0,0,0,0,1),this}makeRotationZ(t){let i=Math.cos(t),r=Math.sin(t);return this.set(i,-r,0,0,r,i,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,i){let r=Math.cos(i),a=Math.sin(i),n=1-r,s=t.x,o=t.y,l=t.z,h=n*s,
u=n*o;return this.set(h*s+r,h*o-a*l,h*l+a*o,0,h*o+a*l,u*o+r,u*l-a*s,0,h*l-a*o,u*l+a*s,n*l*l+r,0,0,0,0,1),this}makeScale(t,i,r){return this.set(t,0,0,0,0,i,0,0,0,0,r,0,0,0,0,1),this}makeShear(t,i,r,a,n,s){return this.set(1,r,n,0,t,1,s,0,i,a,1,0,0,0,0,1),this}compose(t,i,r){let a=this.elements,n=i._x,s=i._y,o=i._z,l=i._w,h=n+n,u=s+s,d=o+o,c=n*h,p=n*u,g=n*d,x=s*u,m=s*d,f=o*d,E=l*h,T=l*u,y=l*d,w=r.x,C=r.y,v=r.z;return a[0]=(1-(x+f))*w,a[1]=(p+y)*w,a[2]=(g-T)*w,a[3]=0,a[4]=(p-y)*C,a[5]=(1-(c+f))*C,a[6]=
(m+E)*C,a[7]=0,a[8]=(g+T)*v,a[9]=(m-E)*v,a[10]=(1-(c+x))*v,a[11]=0,a[12]=t.x,a[13]=t.y,a[14]=t.z,a[15]=1,this}decompose(t,i,r){let a=this.elements;t.x=a[12],t.y=a[13],t.z=a[14];let n=this.determinantAffine();if(n===0)return r.set(1,1,1),i.identity(),this;let s=Qi.set(a[0],a[1],a[2]).length(),o=Qi.set(a[4],a[5],a[6]).length(),l=Qi.set(a[8],a[9],a[10]).length();n<0&&(s=-s),Kt.copy(this);let h=1/s,u=1/o,d=1/l;return Kt.elements[0]*=h,Kt.elements[1]*=h,Kt.elements[2]*=h,Kt.elements[4]*=u,Kt.elements[5]*=
u,Kt.elements[6]*=u,Kt.elements[8]*=d,Kt.elements[9]*=d,Kt.elements[10]*=d,i.setFromRotationMatrix(Kt),r.x=s,r.y=o,r.z=l,this}makePerspective(t,i,r,a,n,s,o=ti,l=!1){let h=this.elements,u=2*n/(i-t),d=2*n/(r-a),c=(i+t)/(i-t),p=(r+a)/(r-a),g,x;if(l)g=n/(s-n),x=s*n/(s-n);else if(o===ti)g=-(s+n)/(s-n),x=-2*s*n/(s-n);else if(o===qr)g=-s/(s-n),x=-s*n/(s-n);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+o);return h[0]=u,h[4]=0,h[8]=c,h[12]=0,h[1]=0,h[5]=d,h[9]=p,h[13]=
0,h[2]=0,h[6]=0,h[10]=g,h[14]=x,h[3]=0,h[7]=0,h[11]=-1,h[15]=0,this}makeOrthographic(t,i,r,a,n,s,o=ti,l=!1){let h=this.elements,u=2/(i-t),d=2/(r-a),c=-(i+t)/(i-t),p=-(r+a)/(r-a),g,x;if(l)g=1/(s-n),x=s/(s-n);else if(o===ti)g=-2/(s-n),x=-(s+n)/(s-n);else if(o===qr)g=-1/(s-n),x=-n/(s-n);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+o);return h[0]=u,h[4]=0,h[8]=0,h[12]=c,h[1]=0,h[5]=d,h[9]=0,h[13]=p,h[2]=0,h[6]=0,h[10]=g,h[14]=x,h[3]=0,h[7]=0,h[11]=0,h[15]=1,this}equals(t){
let i=this.elements,r=t.elements;for(let a=0;a<16;a++)if(i[a]!==r[a])return!1;return!0}fromArray(t,i=0){for(let r=0;r<16;r++)this.elements[r]=t[r+i];return this}toArray(t=[],i=0){let r=this.elements;return t[i]=r[0],t[i+1]=r[1],t[i+2]=r[2],t[i+3]=r[3],t[i+4]=r[4],t[i+5]=r[5],t[i+6]=r[6],t[i+7]=r[7],t[i+8]=r[8],t[i+9]=r[9],t[i+10]=r[10],t[i+11]=r[11],t[i+12]=r[12],t[i+13]=r[13],t[i+14]=r[14],t[i+15]=r[15],t}},Qi=new D,Kt=new at,Zc=new D(0,0,0),Qc=new D(1,1,1),bi=new D,ia=new D,Vt=new D,Do=new at,
Io=new Bt,qi=class wh{constructor(t=0,i=0,r=0,a=wh.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=i,this._z=r,this._order=a}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,i,r,a=this._order){return this._x=t,this._y=i,this._z=r,this._order=a,this._onChangeCallback(),
this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,i=this._order,r=!0){let a=t.elements,n=a[0],s=a[4],o=a[8],l=a[1],h=a[5],u=a[9],d=a[2],c=a[6],p=a[10];switch(i){case"XYZ":this._y=Math.asin(it(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-u,p),this._z=Math.atan2(-s,n)):(this._x=Math.atan2(c,h),this._z=0);break;case"YXZ":this._x=Math.asin(
-it(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(o,p),this._z=Math.atan2(l,h)):(this._y=Math.atan2(-d,n),this._z=0);break;case"ZXY":this._x=Math.asin(it(c,-1,1)),Math.abs(c)<.9999999?(this._y=Math.atan2(-d,p),this._z=Math.atan2(-s,h)):(this._y=0,this._z=Math.atan2(l,n));break;case"ZYX":this._y=Math.asin(-it(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(c,p),this._z=Math.atan2(l,n)):(this._x=0,this._z=Math.atan2(-s,h));break;case"YZX":this._z=Math.asin(it(l,-1,1)),Math.abs(l)<.9999999?(this.
_x=Math.atan2(-u,h),this._y=Math.atan2(-d,n)):(this._x=0,this._y=Math.atan2(o,p));break;case"XZY":this._z=Math.asin(-it(s,-1,1)),Math.abs(s)<.9999999?(this._x=Math.atan2(c,h),this._y=Math.atan2(o,n)):(this._x=Math.atan2(-u,p),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+i)}return this._order=i,r===!0&&this._onChangeCallback(),this}setFromQuaternion(t,i,r){return Do.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Do,i,r)}setFromVector3(t,i=this.
_order){return this.set(t.x,t.y,t.z,i)}reorder(t){return Io.setFromEuler(this),this.setFromQuaternion(Io,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],i=0){return t[i]=this._x,t[i+1]=this._y,t[i+2]=this._z,t[i+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){
yield this._x,yield this._y,yield this._z,yield this._order}};qi.DEFAULT_ORDER="XYZ";var Js=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},$c=0,Uo=new D,$i=new Bt,pi=new at,ra=new D,Ar=new D,ed=new D,td=new Bt,Oo=new D(1,0,0),Fo=new D(0,1,0),Bo=new D(0,0,1),zo={type:"\
added"},id={type:"removed"},er={type:"childadded",child:null},Mn={type:"childremoved",child:null},Ht=class za extends Ki{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:$c++}),this.uuid=Di(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=za.DEFAULT_UP.clone();let t=new D,i=new qi,r=new Bt,a=new D(1,1,1);function n(){r.setFromEuler(i,!1)}function s(){i.setFromQuaternion(r,void 0,!1)}i._onChange(n),r._onChange(s),Object.defineProperties(
this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:i},quaternion:{configurable:!0,enumerable:!0,value:r},scale:{configurable:!0,enumerable:!0,value:a},modelViewMatrix:{value:new at},normalMatrix:{value:new Ze}}),this.matrix=new at,this.matrixWorld=new at,this.matrixAutoUpdate=za.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=za.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Js,this.visible=!0,this.castShadow=
!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(
this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,i){this.quaternion.setFromAxisAngle(t,i)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,i){return $i.setFromAxisAngle(t,i),this.quaternion.multiply($i),this}rotateOnWorldAxis(t,i){return $i.setFromAxisAngle(t,i),this.quaternion.premultiply($i),this}rotateX(t){
return this.rotateOnAxis(Oo,t)}rotateY(t){return this.rotateOnAxis(Fo,t)}rotateZ(t){return this.rotateOnAxis(Bo,t)}translateOnAxis(t,i){return Uo.copy(t).applyQuaternion(this.quaternion),this.position.add(Uo.multiplyScalar(i)),this}translateX(t){return this.translateOnAxis(Oo,t)}translateY(t){return this.translateOnAxis(Fo,t)}translateZ(t){return this.translateOnAxis(Bo,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(
!0,!1),t.applyMatrix4(pi.copy(this.matrixWorld).invert())}lookAt(t,i,r){t.isVector3?ra.copy(t):ra.set(t,i,r);let a=this.parent;this.updateWorldMatrix(!0,!1),Ar.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?pi.lookAt(Ar,ra,this.up):pi.lookAt(ra,Ar,this.up),this.quaternion.setFromRotationMatrix(pi),a&&(pi.extractRotation(a.matrixWorld),$i.setFromRotationMatrix(pi),this.quaternion.premultiply($i.invert()))}add(t){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.add(
arguments[i]);return this}return t===this?(Ye("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(zo),er.child=t,this.dispatchEvent(er),er.child=null):Ye("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let r=0;r<arguments.length;r++)this.remove(arguments[r]);return this}let i=this.children.indexOf(t);return i!==-1&&(t.parent=null,this.
children.splice(i,1),t.dispatchEvent(id),Mn.child=t,this.dispatchEvent(Mn),Mn.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),pi.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),pi.multiply(t.parent.matrixWorld)),t.applyMatrix4(pi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(
zo),er.child=t,this.dispatchEvent(er),er.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,i){if(this[t]===i)return this;for(let r=0,a=this.children.length;r<a;r++){let n=this.children[r].getObjectByProperty(t,i);if(n!==void 0)return n}}getObjectsByProperty(t,i,r=[]){this[t]===i&&r.push(this);let a=this.children;for(let n=0,s=a.length;n<s;n++)a[n].getObjectsByProperty(t,i,r);return r}getWorldPosition(t){
return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ar,t,ed),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ar,td,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let i=this.matrixWorld.elements;return t.set(i[8],i[9],i[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let i=this.children;for(let r=0,a=i.length;r<a;r++)
i[r].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let i=this.children;for(let r=0,a=i.length;r<a;r++)i[r].traverseVisible(t)}traverseAncestors(t){let i=this.parent;i!==null&&(t(i),i.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let i=t.x,r=t.y,a=t.z,n=this.matrix.elements;n[12]+=i-n[0]*i-n[4]*r-n[8]*a,n[13]+=r-n[1]*i-n[5]*r-n[9]*a,n[14]+=a-n[2]*i-n[6]*r-n[10]*a}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){
this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let i=this.children;for(let r=0,a=i.length;r<a;r++)i[r].updateMatrixWorld(t)}updateWorldMatrix(t,i,r=!1){let a=this.parent;if(t===!0&&a!==null&&a.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||
r)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,r=!0),i===!0){let n=this.children;for(let s=0,o=n.length;s<o;s++)n[s].updateWorldMatrix(!1,!0,r)}}toJSON(t){let i=t===void 0||typeof t=="string",r={};i&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},r.metadata={version:4.7,type:"Object",generator:"Ob\
ject3D.toJSON"});let a={};a.uuid=this.uuid,a.type=this.type,a.name=this.name,a.castShadow=this.castShadow,a.receiveShadow=this.receiveShadow,a.visible=this.visible,a.frustumCulled=this.frustumCulled,a.renderOrder=this.renderOrder,a.static=this.static,a.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(a.userData=this.userData),a.layers=this.layers.mask,a.matrix=this.matrix.toArray(),a.up=this.up.toArray(),this.pivot!==null&&(a.pivot=this.pivot.toArray()),this.morphTargetDictionary!==
void 0&&(a.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(a.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(a.type="InstancedMesh",a.count=this.count,a.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(a.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(a.type="BatchedMesh",a.perObjectFrustumCulled=this.perObjectFrustumCulled,a.sortObjects=this.sortObjects,a.drawRanges=
this._drawRanges,a.reservedRanges=this._reservedRanges,a.geometryInfo=this._geometryInfo.map(o=>({...o,boundingBox:o.boundingBox?o.boundingBox.toJSON():void 0,boundingSphere:o.boundingSphere?o.boundingSphere.toJSON():void 0})),a.instanceInfo=this._instanceInfo.map(o=>({...o})),a.availableInstanceIds=this._availableInstanceIds.slice(),a.availableGeometryIds=this._availableGeometryIds.slice(),a.nextIndexStart=this._nextIndexStart,a.nextVertexStart=this._nextVertexStart,a.geometryCount=this._geometryCount,
a.maxInstanceCount=this._maxInstanceCount,a.maxVertexCount=this._maxVertexCount,a.maxIndexCount=this._maxIndexCount,a.geometryInitialized=this._geometryInitialized,a.matricesTexture=this._matricesTexture.toJSON(t),a.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(a.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(a.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(a.boundingBox=this.boundingBox.toJSON()));function n(o,l){
return o[l.uuid]===void 0&&(o[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?a.background=this.background.toJSON():this.background.isTexture&&(a.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(a.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){a.geometry=n(t.geometries,this.geometry);let o=this.geometry.parameters;if(o!==void 0&&
o.shapes!==void 0){let l=o.shapes;if(Array.isArray(l))for(let h=0,u=l.length;h<u;h++){let d=l[h];n(t.shapes,d)}else n(t.shapes,l)}}if(this.isSkinnedMesh&&(a.bindMode=this.bindMode,a.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(n(t.skeletons,this.skeleton),a.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let o=[];for(let l=0,h=this.material.length;l<h;l++)o.push(n(t.materials,this.material[l]));a.material=o}else a.material=n(t.materials,this.
material);if(this.children.length>0){a.children=[];for(let o=0;o<this.children.length;o++)a.children.push(this.children[o].toJSON(t).object)}if(this.animations.length>0){a.animations=[];for(let o=0;o<this.animations.length;o++){let l=this.animations[o];a.animations.push(n(t.animations,l))}}if(i){let o=s(t.geometries),l=s(t.materials),h=s(t.textures),u=s(t.images),d=s(t.shapes),c=s(t.skeletons),p=s(t.animations),g=s(t.nodes);o.length>0&&(r.geometries=o),l.length>0&&(r.materials=l),h.length>0&&(r.
textures=h),u.length>0&&(r.images=u),d.length>0&&(r.shapes=d),c.length>0&&(r.skeletons=c),p.length>0&&(r.animations=p),g.length>0&&(r.nodes=g)}return r.object=a,r;function s(o){let l=[];for(let h in o){let u=o[h];delete u.metadata,l.push(u)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,i=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==
null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(
JSON.stringify(t.userData)),i===!0)for(let r=0;r<t.children.length;r++){let a=t.children[r];this.add(a.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Ht.DEFAULT_UP=new D(0,1,0);Ht.DEFAULT_MATRIX_AUTO_UPDATE=!0;Ht.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Gt=class extends Ht{constructor(){super(),this.isGroup=!0,this.type="Group"}},rd={type:"move"},bn=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=
new Gt,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Gt,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new D,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new D),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Gt,this._grip.
matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new D,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new D,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.
dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let r=null,a=null,n=null,s=this._targetRay,o=this._grip,l=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(l&&e.hand){n=!0;for(let g of e.hand.values()){let x=t.getJointPose(g,i),m=this._getHandJoint(l,g);x!==
null&&(m.matrix.fromArray(x.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=x.radius),m.visible=x!==null}let h=l.joints["index-finger-tip"],u=l.joints["thumb-tip"],d=h.position.distanceTo(u.position),c=.02,p=.005;l.inputState.pinching&&d>c+p?(l.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!l.inputState.pinching&&d<=c-p&&(l.inputState.pinching=!0,this.dispatchEvent({type:"pinchstar\
t",handedness:e.handedness,target:this}))}else o!==null&&e.gripSpace&&(a=t.getPose(e.gripSpace,i),a!==null&&(o.matrix.fromArray(a.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,a.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(a.linearVelocity)):o.hasLinearVelocity=!1,a.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(a.angularVelocity)):o.hasAngularVelocity=!1,o.eventsEnabled&&o.dispatchEvent({type:"gripUpdated",data:e,
target:this})));s!==null&&(r=t.getPose(e.targetRaySpace,i),r===null&&a!==null&&(r=a),r!==null&&(s.matrix.fromArray(r.transform.matrix),s.matrix.decompose(s.position,s.quaternion,s.scale),s.matrixWorldNeedsUpdate=!0,r.linearVelocity?(s.hasLinearVelocity=!0,s.linearVelocity.copy(r.linearVelocity)):s.hasLinearVelocity=!1,r.angularVelocity?(s.hasAngularVelocity=!0,s.angularVelocity.copy(r.angularVelocity)):s.hasAngularVelocity=!1,this.dispatchEvent(rd)))}return s!==null&&(s.visible=r!==null),o!==null&&
(o.visible=a!==null),l!==null&&(l.visible=n!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new Gt;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},Ah={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,
cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,
dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,
lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,
mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,
seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ei={h:0,s:0,l:0},aa={h:0,s:0,l:0};function En(e,t,i){return i<0&&(i+=1),i>1&&(i-=1),i<1/6?e+(t-e)*6*i:i<1/2?t:i<2/3?e+(t-e)*6*(2/3-i):
e}var Je=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Ot){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,rt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=rt.workingColorSpace){
return this.r=e,this.g=t,this.b=i,rt.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=rt.workingColorSpace){if(e=js(e,1),t=it(t,0,1),i=it(i,0,1),t===0)this.r=this.g=this.b=i;else{let a=i<=.5?i*(1+t):i+t-i*t,n=2*i-a;this.r=En(n,a,e+1/3),this.g=En(n,a,e),this.b=En(n,a,e-1/3)}return rt.colorSpaceToWorking(this,r),this}setStyle(e,t=Ot){function i(a){a!==void 0&&parseFloat(a)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let a,n=r[1],s=r[2];switch(n){case"\
rgb":case"rgba":if(a=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(s))return i(a[4]),this.setRGB(Math.min(255,parseInt(a[1],10))/255,Math.min(255,parseInt(a[2],10))/255,Math.min(255,parseInt(a[3],10))/255,t);if(a=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(s))return i(a[4]),this.setRGB(Math.min(100,parseFloat(a[1]))/100,Math.min(100,parseFloat(a[2]))/100,Math.min(100,parseFloat(
a[3]))/100,t);break;case"hsl":case"hsla":if(a=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(s))return i(a[4]),this.setHSL(parseFloat(a[1])/360,parseFloat(a[2])/100,parseFloat(a[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let a=r[1],n=a.length;if(n===3)return this.setRGB(parseInt(a.charAt(0),16)/15,parseInt(a.charAt(1),16)/15,parseInt(a.charAt(2),16)/
15,t);if(n===6)return this.setHex(parseInt(a,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Ot){let i=Ah[e.toLowerCase()];return i!==void 0?this.setHex(i,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Si(e.r),this.g=Si(e.g),this.b=Si(e.b),this}copyLinearToSRGB(e){return this.r=mr(e.r),this.
g=mr(e.g),this.b=mr(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Ot){return rt.workingToColorSpace(Pt.copy(this),e),Math.round(it(Pt.r*255,0,255))*65536+Math.round(it(Pt.g*255,0,255))*256+Math.round(it(Pt.b*255,0,255))}getHexString(e=Ot){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=rt.workingColorSpace){rt.workingToColorSpace(Pt.copy(this),t);let i=Pt.r,r=Pt.g,a=Pt.b,n=Math.max(
i,r,a),s=Math.min(i,r,a),o,l,h=(s+n)/2;if(s===n)o=0,l=0;else{let u=n-s;switch(l=h<=.5?u/(n+s):u/(2-n-s),n){case i:o=(r-a)/u+(r<a?6:0);break;case r:o=(a-i)/u+2;break;case a:o=(i-r)/u+4;break}o/=6}return e.h=o,e.s=l,e.l=h,e}getRGB(e,t=rt.workingColorSpace){return rt.workingToColorSpace(Pt.copy(this),t),e.r=Pt.r,e.g=Pt.g,e.b=Pt.b,e}getStyle(e=Ot){rt.workingToColorSpace(Pt.copy(this),e);let t=Pt.r,i=Pt.g,r=Pt.b;return e!==Ot?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(
t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(Ei),this.setHSL(Ei.h+e,Ei.s+t,Ei.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.
r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Ei),e.getHSL(aa);let i=Hr(Ei.h,aa.h,t),r=Hr(Ei.s,aa.s,t),a=Hr(Ei.l,aa.l,t);return this.setHSL(i,r,a),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,a=e.elements;return this.r=a[0]*t+a[3]*
i+a[6]*r,this.g=a[1]*t+a[4]*i+a[7]*r,this.b=a[2]*t+a[5]*i+a[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Pt=new Je;Je.NAMES=Ah;var Rh=class extends Ht{constructor(){
super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new qi,this.environmentIntensity=1,this.environmentRotation=new qi,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==
null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&
(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Zt=new D,fi=new D,Tn=new D,mi=new D,tr=new D,ir=new D,Ho=new D,wn=new D,An=new D,Rn=new D,Cn=new ut,Pn=new ut,Ln=new ut,ur=class cr{constructor(t=new D,i=new D,r=new D){this.
a=t,this.b=i,this.c=r}static getNormal(t,i,r,a){a.subVectors(r,i),Zt.subVectors(t,i),a.cross(Zt);let n=a.lengthSq();return n>0?a.multiplyScalar(1/Math.sqrt(n)):a.set(0,0,0)}static getBarycoord(t,i,r,a,n){Zt.subVectors(a,i),fi.subVectors(r,i),Tn.subVectors(t,i);let s=Zt.dot(Zt),o=Zt.dot(fi),l=Zt.dot(Tn),h=fi.dot(fi),u=fi.dot(Tn),d=s*h-o*o;if(d===0)return n.set(0,0,0),null;let c=1/d,p=(h*l-o*u)*c,g=(s*u-o*l)*c;return n.set(1-p-g,g,p)}static containsPoint(t,i,r,a){return this.getBarycoord(t,i,r,a,mi)===
null?!1:mi.x>=0&&mi.y>=0&&mi.x+mi.y<=1}static getInterpolation(t,i,r,a,n,s,o,l){return this.getBarycoord(t,i,r,a,mi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(n,mi.x),l.addScaledVector(s,mi.y),l.addScaledVector(o,mi.z),l)}static getInterpolatedAttribute(t,i,r,a,n,s){return Cn.setScalar(0),Pn.setScalar(0),Ln.setScalar(0),Cn.fromBufferAttribute(t,i),Pn.fromBufferAttribute(t,r),Ln.fromBufferAttribute(t,a),s.setScalar(0),s.addScaledVector(Cn,n.x),s.
addScaledVector(Pn,n.y),s.addScaledVector(Ln,n.z),s}static isFrontFacing(t,i,r,a){return Zt.subVectors(r,i),fi.subVectors(t,i),Zt.cross(fi).dot(a)<0}set(t,i,r){return this.a.copy(t),this.b.copy(i),this.c.copy(r),this}setFromPointsAndIndices(t,i,r,a){return this.a.copy(t[i]),this.b.copy(t[r]),this.c.copy(t[a]),this}setFromAttributeAndIndices(t,i,r,a){return this.a.fromBufferAttribute(t,i),this.b.fromBufferAttribute(t,r),this.c.fromBufferAttribute(t,a),this}clone(){return new this.constructor().copy(
this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Zt.subVectors(this.c,this.b),fi.subVectors(this.a,this.b),Zt.cross(fi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return cr.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,i){return cr.getBarycoord(t,this.a,this.b,this.c,i)}getInterpolation(t,i,r,a,n){return cr.getInterpolation(
t,this.a,this.b,this.c,i,r,a,n)}containsPoint(t){return cr.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return cr.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,i){let r=this.a,a=this.b,n=this.c,s,o;tr.subVectors(a,r),ir.subVectors(n,r),wn.subVectors(t,r);let l=tr.dot(wn),h=ir.dot(wn);if(l<=0&&h<=0)return i.copy(r);An.subVectors(t,a);let u=tr.dot(An),d=ir.dot(An);if(u>=0&&d<=u)return i.copy(a);let c=l*d-u*h;if(c<=0&&l>=0&&
u<=0&&l-u>0)return s=l/(l-u),i.copy(r).addScaledVector(tr,s);Rn.subVectors(t,n);let p=tr.dot(Rn),g=ir.dot(Rn);if(g>=0&&p<=g)return i.copy(n);let x=p*h-l*g;if(x<=0&&h>=0&&g<=0)return o=h/(h-g),i.copy(r).addScaledVector(ir,o);let m=u*g-p*d;if(m<=0&&d-u>=0&&p-g>=0)return Ho.subVectors(n,a),o=(d-u)/(d-u+(p-g)),i.copy(a).addScaledVector(Ho,o);let f=1/(m+x+c);return s=x*f,o=c*f,i.copy(r).addScaledVector(tr,s).addScaledVector(ir,o)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.
c)}},Ni=class{constructor(e=new D(1/0,1/0,1/0),t=new D(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Qt.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Qt.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);
return this}setFromCenterAndSize(e,t){let i=Qt.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){
return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let a=i.getAttribute("position");if(t===!0&&a!==void 0&&
e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let n=0,s=a.count;n<s;n++)e.isMesh===!0?e.getVertexPosition(n,Qt):Qt.fromBufferAttribute(a,n),Qt.applyMatrix4(e.matrixWorld),this.expandByPoint(Qt);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),na.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),na.copy(i.boundingBox)),na.applyMatrix4(e.matrixWorld),this.union(na)}let r=e.children;for(let a=0,n=r.length;a<n;a++)this.expandByObject(r[a],t);return this}containsPoint(e){
return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.
y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Qt),Qt.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.
z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Rr),sa.subVectors(this.max,Rr),rr.subVectors(e.a,Rr),ar.subVectors(e.b,Rr),nr.subVectors(e.c,Rr),Ti.subVectors(ar,rr),wi.subVectors(nr,ar),zi.subVectors(rr,nr);let t=[0,-Ti.z,Ti.y,0,-wi.z,wi.y,0,-zi.z,zi.y,Ti.z,0,-Ti.x,wi.z,0,-wi.x,zi.z,0,-zi.x,-Ti.y,Ti.x,0,-wi.y,wi.x,0,-zi.y,zi.x,0];return!Nn(t,rr,ar,nr,sa)||(t=[1,0,0,0,1,0,0,0,1],!Nn(t,rr,ar,nr,sa))?!1:(oa.crossVectors(
Ti,wi),t=[oa.x,oa.y,oa.z],Nn(t,rr,ar,nr,sa))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Qt).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Qt).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(gi[0].set(
this.min.x,this.min.y,this.min.z).applyMatrix4(e),gi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),gi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),gi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),gi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),gi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),gi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),gi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(gi),this)}translate(e){
return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},gi=[new D,new D,new D,new D,new D,new D,new D,new D],Qt=new D,na=new Ni,rr=new D,ar=new D,nr=new D,Ti=new D,wi=new D,zi=new D,Rr=new D,sa=new D,oa=new D,Hi=new D;function Nn(e,t,i,r,a){for(let n=0,s=e.length-3;n<=s;n+=3){Hi.fromArray(e,n);let o=a.x*Math.
abs(Hi.x)+a.y*Math.abs(Hi.y)+a.z*Math.abs(Hi.z),l=t.dot(Hi),h=i.dot(Hi),u=r.dot(Hi);if(Math.max(-Math.max(l,h,u),Math.min(l,h,u))>o)return!1}return!0}var Mt=new D,la=new xe,ad=0,qt=class extends Ki{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:ad++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=
Ec,this.updateRanges=[],this.gpuType=li,this.version=0,this._normalizationScale=e!==void 0?qs(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,
this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,a=this.itemSize;r<a;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)la.fromBufferAttribute(this,t),la.applyMatrix3(e),this.setXY(t,la.x,la.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)Mt.fromBufferAttribute(this,t),Mt.applyMatrix3(e),this.setXYZ(t,Mt.x,Mt.y,Mt.z);
return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)Mt.fromBufferAttribute(this,t),Mt.applyMatrix4(e),this.setXYZ(t,Mt.x,Mt.y,Mt.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)Mt.fromBufferAttribute(this,t),Mt.applyNormalMatrix(e),this.setXYZ(t,Mt.x,Mt.y,Mt.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)Mt.fromBufferAttribute(this,t),Mt.transformDirection(e),this.setXYZ(t,Mt.x,Mt.y,Mt.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){
let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&
(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this.
_normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,a){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r),a=this._normalize(a)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=a,this}onUpload(e){return this.
onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Sh(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?
Math.round(e*t):Mh(e,this.array)}},Ch=class extends qt{constructor(e,t,i){super(new Uint16Array(e),t,i)}},Ph=class extends qt{constructor(e,t,i){super(new Uint32Array(e),t,i)}},pt=class extends qt{constructor(e,t,i){super(new Float32Array(e),t,i)}},nd=new Ni,Cr=new D,Dn=new D,nn=class{constructor(e=new D,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):nd.setFromPoints(e).getCenter(
i);let r=0;for(let a=0,n=e.length;a<n;a++)r=Math.max(r,i.distanceToSquared(e[a]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(
this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),
this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Cr.subVectors(e,this.center);let t=Cr.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(Cr,r/i),this.radius+=r}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):
(Dn.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Cr.copy(e.center).add(Dn)),this.expandByPoint(Cr.copy(e.center).sub(Dn))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},sd=0,Xt=new at,In=new Ht,sr=new D,kt=new Ni,Pr=new Ni,Tt=new D,Lt=class Lh extends Ki{constructor(){
super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:sd++}),this.uuid=Di(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Tc(t)?Ph:Ch)(t,1):this.
index=t,this}setIndirect(t,i=0){return this.indirect=t,this.indirectOffset=i,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,i){return this.attributes[t]=i,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,i,r=0){this.groups.push({start:t,count:i,materialIndex:r})}clearGroups(){this.groups=[]}setDrawRange(t,i){this.drawRange.start=t,this.drawRange.count=i}applyMatrix4(t){let i=this.
attributes.position;i!==void 0&&(i.applyMatrix4(t),i.needsUpdate=!0);let r=this.attributes.normal;if(r!==void 0){let n=new Ze().getNormalMatrix(t);r.applyNormalMatrix(n),r.needsUpdate=!0}let a=this.attributes.tangent;return a!==void 0&&(a.transformDirection(t),a.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Xt.makeRotationFromQuaternion(t),this.applyMatrix4(Xt),this}rotateX(t){
return Xt.makeRotationX(t),this.applyMatrix4(Xt),this}rotateY(t){return Xt.makeRotationY(t),this.applyMatrix4(Xt),this}rotateZ(t){return Xt.makeRotationZ(t),this.applyMatrix4(Xt),this}translate(t,i,r){return Xt.makeTranslation(t,i,r),this.applyMatrix4(Xt),this}scale(t,i,r){return Xt.makeScale(t,i,r),this.applyMatrix4(Xt),this}lookAt(t){return In.lookAt(t),In.updateMatrix(),this.applyMatrix4(In.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(sr).negate(),this.translate(
sr.x,sr.y,sr.z),this}setFromPoints(t){let i=this.getAttribute("position");if(i===void 0){let r=[];for(let a=0,n=t.length;a<n;a++){let s=t[a];r.push(s.x,s.y,s.z||0)}this.setAttribute("position",new pt(r,3))}else{let r=Math.min(t.length,i.count);for(let a=0;a<r;a++){let n=t[a];i.setXYZ(a,n.x,n.y,n.z||0)}t.length>i.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),i.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.
boundingBox=new Ni);let t=this.attributes.position,i=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Ye("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new D(-1/0,-1/0,-1/0),new D(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),i)for(let r=0,a=i.length;r<a;r++){let n=i[r];kt.setFromBufferAttribute(n),this.morphTargetsRelative?(Tt.addVectors(this.boundingBox.min,kt.min),this.boundingBox.
expandByPoint(Tt),Tt.addVectors(this.boundingBox.max,kt.max),this.boundingBox.expandByPoint(Tt)):(this.boundingBox.expandByPoint(kt.min),this.boundingBox.expandByPoint(kt.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Ye('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.
boundingSphere=new nn);let t=this.attributes.position,i=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Ye("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new D,1/0);return}if(t){let r=this.boundingSphere.center;if(kt.setFromBufferAttribute(t),i)for(let n=0,s=i.length;n<s;n++){let o=i[n];Pr.setFromBufferAttribute(o),this.morphTargetsRelative?(Tt.addVectors(kt.min,Pr.min),kt.expandByPoint(Tt),Tt.addVectors(kt.
max,Pr.max),kt.expandByPoint(Tt)):(kt.expandByPoint(Pr.min),kt.expandByPoint(Pr.max))}kt.getCenter(r);let a=0;for(let n=0,s=t.count;n<s;n++)Tt.fromBufferAttribute(t,n),a=Math.max(a,r.distanceToSquared(Tt));if(i)for(let n=0,s=i.length;n<s;n++){let o=i[n],l=this.morphTargetsRelative;for(let h=0,u=o.count;h<u;h++)Tt.fromBufferAttribute(o,h),l&&(sr.fromBufferAttribute(t,h),Tt.add(sr)),a=Math.max(a,r.distanceToSquared(Tt))}this.boundingSphere.radius=Math.sqrt(a),isNaN(this.boundingSphere.radius)&&Ye(
'BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,i=this.attributes;if(t===null||i.position===void 0||i.normal===void 0||i.uv===void 0){Ye("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let r=i.position,a=i.normal,n=i.uv,s=this.getAttribute("tangent");(s===void 0||s.count!==r.count)&&(s=new qt(new Float32Array(4*r.count),
4),this.setAttribute("tangent",s));let o=[],l=[],h=new Uint8Array(r.count);for(let A=0;A<r.count;A++)o[A]=new D,l[A]=new D;let u=new D,d=new D,c=new D,p=new xe,g=new xe,x=new xe,m=new D,f=new D;function E(A,O,P){h[A]=h[O]=h[P]=1,u.fromBufferAttribute(r,A),d.fromBufferAttribute(r,O),c.fromBufferAttribute(r,P),p.fromBufferAttribute(n,A),g.fromBufferAttribute(n,O),x.fromBufferAttribute(n,P),d.sub(u),c.sub(u),g.sub(p),x.sub(p);let z=1/(g.x*x.y-x.x*g.y);isFinite(z)&&(m.copy(d).multiplyScalar(x.y).addScaledVector(
c,-g.y).multiplyScalar(z),f.copy(c).multiplyScalar(g.x).addScaledVector(d,-x.x).multiplyScalar(z),o[A].add(m),o[O].add(m),o[P].add(m),l[A].add(f),l[O].add(f),l[P].add(f))}let T=this.groups;T.length===0&&(T=[{start:0,count:t.count}]);for(let A=0,O=T.length;A<O;++A){let P=T[A],z=P.start,X=P.count;for(let L=z,V=z+X;L<V;L+=3)E(t.getX(L+0),t.getX(L+1),t.getX(L+2))}let y=new D,w=new D,C=new D,v=new D;function b(A){C.fromBufferAttribute(a,A),v.copy(C);let O=o[A];y.copy(O),y.sub(C.multiplyScalar(C.dot(O))).
normalize(),w.crossVectors(v,O);let P=w.dot(l[A])<0?-1:1;s.setXYZW(A,y.x,y.y,y.z,P)}for(let A=0,O=r.count;A<O;++A)h[A]&&b(A);this._transformed=!0}computeVertexNormals(){let t=this.index,i=this.getAttribute("position");if(i!==void 0){let r=this.getAttribute("normal");if(r===void 0||r.count!==i.count)r=new qt(new Float32Array(i.count*3),3),this.setAttribute("normal",r);else for(let c=0,p=r.count;c<p;c++)r.setXYZ(c,0,0,0);let a=new D,n=new D,s=new D,o=new D,l=new D,h=new D,u=new D,d=new D;if(t)for(let c=0,
p=t.count;c<p;c+=3){let g=t.getX(c+0),x=t.getX(c+1),m=t.getX(c+2);a.fromBufferAttribute(i,g),n.fromBufferAttribute(i,x),s.fromBufferAttribute(i,m),u.subVectors(s,n),d.subVectors(a,n),u.cross(d),o.fromBufferAttribute(r,g),l.fromBufferAttribute(r,x),h.fromBufferAttribute(r,m),o.add(u),l.add(u),h.add(u),r.setXYZ(g,o.x,o.y,o.z),r.setXYZ(x,l.x,l.y,l.z),r.setXYZ(m,h.x,h.y,h.z)}else for(let c=0,p=i.count;c<p;c+=3)a.fromBufferAttribute(i,c+0),n.fromBufferAttribute(i,c+1),s.fromBufferAttribute(i,c+2),u.subVectors(
s,n),d.subVectors(a,n),u.cross(d),r.setXYZ(c+0,u.x,u.y,u.z),r.setXYZ(c+1,u.x,u.y,u.z),r.setXYZ(c+2,u.x,u.y,u.z);this.normalizeNormals(),r.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let i=0,r=t.count;i<r;i++)Tt.fromBufferAttribute(t,i),Tt.normalize(),t.setXYZ(i,Tt.x,Tt.y,Tt.z)}toNonIndexed(){function t(o,l){let h=o.array,u=o.itemSize,d=o.normalized,c=new h.constructor(l.length*u),p=0,g=0;for(let x=0,m=l.length;x<m;x++){o.isInterleavedBufferAttribute?p=l[x]*o.data.stride+o.
offset:p=l[x]*u;for(let f=0;f<u;f++)c[g++]=h[p++]}return new qt(c,u,d)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let i=new Lh,r=this.index.array,a=this.attributes;for(let o in a){let l=a[o],h=t(l,r);i.setAttribute(o,h)}let n=this.morphAttributes;for(let o in n){let l=[],h=n[o];for(let u=0,d=h.length;u<d;u++){let c=h[u],p=t(c,r);l.push(p)}i.morphAttributes[o]=l}i.morphTargetsRelative=this.morphTargetsRelative;let s=this.groups;for(let o=0,
l=s.length;o<l;o++){let h=s[o];i.addGroup(h.start,h.count,h.materialIndex)}return i}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let h in l)l[h]!==void 0&&(t[h]=l[h]);return t}t.data={attributes:{}};
let i=this.index;i!==null&&(t.data.index={type:i.array.constructor.name,array:Array.prototype.slice.call(i.array)});let r=this.attributes;for(let l in r){let h=r[l];t.data.attributes[l]=h.toJSON(t.data)}let a={},n=!1;for(let l in this.morphAttributes){let h=this.morphAttributes[l],u=[];for(let d=0,c=h.length;d<c;d++){let p=h[d];u.push(p.toJSON(t.data))}u.length>0&&(a[l]=u,n=!0)}n&&(t.data.morphAttributes=a,t.data.morphTargetsRelative=this.morphTargetsRelative);let s=this.groups;s.length>0&&(t.data.
groups=JSON.parse(JSON.stringify(s)));let o=this.boundingSphere;return o!==null&&(t.data.boundingSphere=o.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let i={};this.name=t.name;let r=t.index;r!==null&&this.setIndex(r.clone());let a=t.attributes;for(let h in a){let u=a[h];this.setAttribute(h,u.clone(i))}let n=t.morphAttributes;for(let h in n){let u=[],d=n[h];
for(let c=0,p=d.length;c<p;c++)u.push(d[c].clone(i));this.morphAttributes[h]=u}this.morphTargetsRelative=t.morphTargetsRelative;let s=t.groups;for(let h=0,u=s.length;h<u;h++){let d=s[h];this.addGroup(d.start,d.count,d.materialIndex)}let o=t.boundingBox;o!==null&&(this.boundingBox=o.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,
this}dispose(){this.dispatchEvent({type:"dispose"})}},Un=new D,od=new D,ld=new Ze,Ri=class{constructor(e=new D(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=Un.subVectors(i,t).cross(od.subVectors(e,t)).normalize();return this.
setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){
let r=e.delta(Un),a=this.normal.dot(r);if(a===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let n=-(e.start.dot(this.normal)+this.constant)/a;return i===!0&&(n<0||n>1)?null:t.copy(e.start).addScaledVector(r,n)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.
constant)}applyMatrix4(e,t){let i=t||ld.getNormalMatrix(e),r=this.coplanarPoint(Un).applyMatrix4(e),a=this.normal.applyMatrix3(i).normalize();return this.constant=-r.dot(a),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,
this}},hd=0,Ii=class extends Ki{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:hd++}),this.uuid=Di(),this.name="",this.type="Material",this.blending=zr,this.side=Xi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Ql,this.blendDst=$l,this.blendEquation=hr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Je(0,0,0),this.blendAlpha=0,this.depthFunc=Gr,this.depthTest=!0,this.depthWrite=
!0,this.stencilWriteMask=255,this.stencilFunc=_c,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=vn,this.stencilZFail=vn,this.stencilZPass=vn,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.
visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){qe(`Material: '${t}' is not a property of T\
HREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,
i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=
this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,
i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),
this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),
this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(
e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&
(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.
iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(
e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(
e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.
isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=
this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.
isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.
isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(a=>a.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&
(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(a){let n=[];for(let s in a){
let o=a[s];delete o.metadata,n.push(o)}return n}if(t){let a=r(e.textures),n=r(e.images);a.length>0&&(i.textures=a),n.length>0&&(i.images=n)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Je().setHex(
e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.
clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),
e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==
void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),
e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Ri().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=
e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),
e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),
e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==
void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==
void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.
vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),
e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new xe().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==
void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==
void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==
void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new xe().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),
e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.
constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.
depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let a=0;a!==r;++a)i[a]=t[a].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,
this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,
this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}},vi=new D,On=new D,ha=new D,ua=new D,Ys=class{constructor(e=new D,t=new D(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.
copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,vi)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=vi.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(vi.copy(this.origin).addScaledVector(this.direction,t),
vi.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){On.copy(e).add(t).multiplyScalar(.5),ha.copy(t).sub(e).normalize(),ua.copy(this.origin).sub(On);let a=e.distanceTo(t)*.5,n=-this.direction.dot(ha),s=ua.dot(this.direction),o=-ua.dot(ha),l=ua.lengthSq(),h=Math.abs(1-n*n),u,d,c,p;if(h>0)if(u=n*o-s,d=n*s-o,p=a*h,u>=0)if(d>=-p)if(d<=p){let g=1/h;u*=g,d*=g,c=u*(u+n*d+2*s)+d*(n*u+d+2*o)+l}else d=a,u=Math.max(0,-(n*d+s)),c=-u*u+d*(d+2*o)+l;else d=-a,u=Math.max(0,-(n*d+s)),c=-u*u+d*(d+2*o)+l;else d<=
-p?(u=Math.max(0,-(-n*a+s)),d=u>0?-a:Math.min(Math.max(-a,-o),a),c=-u*u+d*(d+2*o)+l):d<=p?(u=0,d=Math.min(Math.max(-a,-o),a),c=d*(d+2*o)+l):(u=Math.max(0,-(n*a+s)),d=u>0?a:Math.min(Math.max(-a,-o),a),c=-u*u+d*(d+2*o)+l);else d=n>0?-a:a,u=Math.max(0,-(n*d+s)),c=-u*u+d*(d+2*o)+l;return i&&i.copy(this.origin).addScaledVector(this.direction,u),r&&r.copy(On).addScaledVector(ha,d),c}intersectSphere(e,t){if(e.radius<0)return null;vi.subVectors(e.center,this.origin);let i=vi.dot(this.direction),r=vi.dot(
vi)-i*i,a=e.radius*e.radius;if(r>a)return null;let n=Math.sqrt(a-r),s=i-n,o=i+n;return o<0?null:s<0?this.at(o,t):this.at(s,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){
let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,r,a,n,s,o,l=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return l>=0?(i=(e.min.x-d.x)*l,r=(e.max.x-d.x)*l):(i=(e.max.x-d.x)*l,r=(e.min.x-d.x)*l),h>=0?(a=(e.min.y-d.y)*h,n=(e.max.y-d.y)*h):(a=(e.max.y-d.y)*h,n=(e.min.y-d.y)*h),i>n||a>r||((a>i||isNaN(i))&&(i=a),(n<r||isNaN(r))&&(r=n),u>=0?(s=(e.min.z-d.z)*u,o=(e.max.z-d.z)*u):(s=(e.max.z-d.z)*u,o=(e.min.z-d.z)*u),
i>o||s>r)||((s>i||i!==i)&&(i=s),(o<r||r!==r)&&(r=o),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,vi)!==null}intersectTriangle(e,t,i,r,a){let n=this.origin,s=this.direction,o=s.x,l=s.y,h=s.z,u=e.x-n.x,d=e.y-n.y,c=e.z-n.z,p=t.x-n.x,g=t.y-n.y,x=t.z-n.z,m=i.x-n.x,f=i.y-n.y,E=i.z-n.z,T=Math.abs(o),y=Math.abs(l),w=Math.abs(h),C,v,b,A,O,P,z,X,L,V,Z,H;if(T>=y&&T>=w?(b=o,P=u,L=p,H=m,o>=0?(C=l,v=h,A=d,O=c,z=g,X=x,V=f,Z=E):(C=h,v=l,A=c,O=d,z=x,X=g,V=E,Z=f)):y>=w?(b=l,P=d,L=g,H=
f,l>=0?(C=h,v=o,A=c,O=u,z=x,X=p,V=E,Z=m):(C=o,v=h,A=u,O=c,z=p,X=x,V=m,Z=E)):(b=h,P=c,L=x,H=E,h>=0?(C=o,v=l,A=u,O=d,z=p,X=g,V=m,Z=f):(C=l,v=o,A=d,O=u,z=g,X=p,V=f,Z=m)),b===0)return null;let ue=C/b,q=v/b,j=1/b,se=A-ue*P,be=O-q*P,Q=z-ue*L,re=X-q*L,Se=V-ue*H,He=Z-q*H,Ve=Se*re-He*Q,me=se*He-be*Se,Ke=Q*be-re*se;if(r){if(Ve<0||me<0||Ke<0)return null}else if((Ve<0||me<0||Ke<0)&&(Ve>0||me>0||Ke>0))return null;let et=Ve+me+Ke;if(et===0)return null;let Ie=j*(Ve*P+me*L+Ke*H);return(et>0?Ie<0:Ie>0)?null:this.
at(Ie/et,a)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ud=class extends Ii{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Je(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,
this.envMap=null,this.envMapRotation=new qi,this.combine=zs,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=
e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Vo=new at,Vi=new Ys,ca=new nn,ko=new D,da=new D,pa=new D,fa=new D,Fn=new D,ma=new D,Go=new D,ga=new D,zt=class extends Ht{constructor(e=new Lt,t=new ud){super(),this.isMesh=!0,
this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.
slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let i=e[t[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,a=i.length;r<a;r++){let n=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[n]=r}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,a=i.morphAttributes.position,n=i.morphTargetsRelative;t.fromBufferAttribute(r,
e);let s=this.morphTargetInfluences;if(a&&s){ma.set(0,0,0);for(let o=0,l=a.length;o<l;o++){let h=s[o],u=a[o];h!==0&&(Fn.fromBufferAttribute(u,e),n?ma.addScaledVector(Fn,h):ma.addScaledVector(Fn.sub(t),h))}t.add(ma)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,a=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),ca.copy(i.boundingSphere),ca.applyMatrix4(a),Vi.copy(e.ray).recast(e.near),!(ca.containsPoint(
Vi.origin)===!1&&(Vi.intersectSphere(ca,ko)===null||Vi.origin.distanceToSquared(ko)>(e.far-e.near)**2))&&(Vo.copy(a).invert(),Vi.copy(e.ray).applyMatrix4(Vo),!(i.boundingBox!==null&&Vi.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,Vi)))}_computeIntersections(e,t,i){let r,a=this.geometry,n=this.material,s=a.index,o=a.attributes.position,l=a.attributes.uv,h=a.attributes.uv1,u=a.attributes.normal,d=a.groups,c=a.drawRange;if(s!==null)if(Array.isArray(n))for(let p=0,g=d.length;p<
g;p++){let x=d[p],m=n[x.materialIndex],f=Math.max(x.start,c.start),E=Math.min(s.count,Math.min(x.start+x.count,c.start+c.count));for(let T=f,y=E;T<y;T+=3){let w=s.getX(T),C=s.getX(T+1),v=s.getX(T+2);r=va(this,m,e,i,l,h,u,w,C,v),r&&(r.faceIndex=Math.floor(T/3),r.face.materialIndex=x.materialIndex,t.push(r))}}else{let p=Math.max(0,c.start),g=Math.min(s.count,c.start+c.count);for(let x=p,m=g;x<m;x+=3){let f=s.getX(x),E=s.getX(x+1),T=s.getX(x+2);r=va(this,n,e,i,l,h,u,f,E,T),r&&(r.faceIndex=Math.floor(
x/3),t.push(r))}}else if(o!==void 0)if(Array.isArray(n))for(let p=0,g=d.length;p<g;p++){let x=d[p],m=n[x.materialIndex],f=Math.max(x.start,c.start),E=Math.min(o.count,Math.min(x.start+x.count,c.start+c.count));for(let T=f,y=E;T<y;T+=3){let w=T,C=T+1,v=T+2;r=va(this,m,e,i,l,h,u,w,C,v),r&&(r.faceIndex=Math.floor(T/3),r.face.materialIndex=x.materialIndex,t.push(r))}}else{let p=Math.max(0,c.start),g=Math.min(o.count,c.start+c.count);for(let x=p,m=g;x<m;x+=3){let f=x,E=x+1,T=x+2;r=va(this,n,e,i,l,h,u,
f,E,T),r&&(r.faceIndex=Math.floor(x/3),t.push(r))}}}};function cd(e,t,i,r,a,n,s,o){let l;if(t.side===Ft?l=r.intersectTriangle(s,n,a,!0,o):l=r.intersectTriangle(a,n,s,t.side===Xi,o),l===null)return null;ga.copy(o),ga.applyMatrix4(e.matrixWorld);let h=i.ray.origin.distanceTo(ga);return h<i.near||h>i.far?null:{distance:h,point:ga.clone(),object:e}}function va(e,t,i,r,a,n,s,o,l,h){e.getVertexPosition(o,da),e.getVertexPosition(l,pa),e.getVertexPosition(h,fa);let u=cd(e,t,i,r,da,pa,fa,Go);if(u){let d=new D;
ur.getBarycoord(Go,da,pa,fa,d),a&&(u.uv=ur.getInterpolatedAttribute(a,o,l,h,d,new xe)),n&&(u.uv1=ur.getInterpolatedAttribute(n,o,l,h,d,new xe)),s&&(u.normal=ur.getInterpolatedAttribute(s,o,l,h,d,new D),u.normal.dot(r.direction)>0&&u.normal.multiplyScalar(-1));let c={a:o,b:l,c:h,normal:new D,materialIndex:0};ur.getNormal(da,pa,fa,c.normal),u.face=c,u.barycoord=d}return u}var dd=class extends Jt{constructor(e=null,t=1,i=1,r,a,n,s,o,l=wt,h=wt,u,d){super(null,n,s,o,l,h,r,a,u,d),this.isDataTexture=!0,
this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},ki=new nn,pd=new xe(.5,.5),_a=new D,yr=class{constructor(e=new Ri,t=new Ri,i=new Ri,r=new Ri,a=new Ri,n=new Ri){this.planes=[e,t,i,r,a,n]}set(e,t,i,r,a,n){let s=this.planes;return s[0].copy(e),s[1].copy(t),s[2].copy(i),s[3].copy(r),s[4].copy(a),s[5].copy(n),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=ti,i=!1){let r=this.planes,a=e.
elements,n=a[0],s=a[1],o=a[2],l=a[3],h=a[4],u=a[5],d=a[6],c=a[7],p=a[8],g=a[9],x=a[10],m=a[11],f=a[12],E=a[13],T=a[14],y=a[15];if(r[0].setComponents(l-n,c-h,m-p,y-f).normalize(),r[1].setComponents(l+n,c+h,m+p,y+f).normalize(),r[2].setComponents(l+s,c+u,m+g,y+E).normalize(),r[3].setComponents(l-s,c-u,m-g,y-E).normalize(),i)r[4].setComponents(o,d,x,T).normalize(),r[5].setComponents(l-o,c-d,m-x,y-T).normalize();else if(r[4].setComponents(l-o,c-d,m-x,y-T).normalize(),t===ti)r[5].setComponents(l+o,c+
d,m+x,y+T).normalize();else if(t===qr)r[5].setComponents(o,d,x,T).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),ki.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),ki.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(ki)}intersectsSprite(e){
ki.center.set(0,0,0);let t=pd.distanceTo(e.center);return ki.radius=.7071067811865476+t,ki.applyMatrix4(e.matrixWorld),this.intersectsSphere(ki)}intersectsSphere(e){let t=this.planes,i=e.center,r=-e.radius;for(let a=0;a<6;a++)if(t[a].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(_a.x=r.normal.x>0?e.max.x:e.min.x,_a.y=r.normal.y>0?e.max.y:e.min.y,_a.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(_a)<0)return!1}return!0}containsPoint(e){
let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Wo=new at,fd=class Nh{constructor(){this.coordinateSystem=ti,this._frustums=[],this._count=0}setFromArrayCamera(t){let i=t.cameras,r=this._frustums;for(let a=0;a<i.length;a++){let n=i[a];Wo.multiplyMatrices(n.projectionMatrix,n.matrixWorldInverse),r[a]===void 0&&(r[a]=new yr),r[a].setFromProjectionMatrix(Wo,n.coordinateSystem,n.reversedDepth)}return this._count=
i.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let i=this._frustums;for(let r=0;r<this._count;r++)if(i[r].intersectsObject(t))return!0;return!1}intersectsSprite(t){let i=this._frustums;for(let r=0;r<this._count;r++)if(i[r].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let i=this._frustums;for(let r=0;r<this._count;r++)if(i[r].intersectsSphere(t))return!0;return!1}intersectsBox(t){let i=this._frustums;for(let r=0;r<this._count;r++)if(i[r].intersectsBox(t))return!0;
return!1}containsPoint(t){let i=this._frustums;for(let r=0;r<this._count;r++)if(i[r].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let i=this._frustums,r=t._frustums;for(let a=0;a<t._count;a++)i[a]===void 0&&(i[a]=new yr),i[a].copy(r[a]);return this._count=t._count,this}clone(){return new Nh().copy(this)}},Qa=class extends Ii{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Je(16777215),this.map=null,this.linewidth=
1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},$a=new D,en=new D,Xo=new at,Lr=new Ys,ya=new nn,Bn=new D,jo=new D,Dh=class extends Ht{constructor(e=new Lt,t=new Qa){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.
updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,
i=[0];for(let r=1,a=t.count;r<a;r++)$a.fromBufferAttribute(t,r-1),en.fromBufferAttribute(t,r),i[r]=i[r-1],i[r]+=$a.distanceTo(en);e.setAttribute("lineDistance",new pt(i,1))}else qe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.matrixWorld,a=e.params.Line.threshold,n=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),ya.copy(i.boundingSphere),
ya.applyMatrix4(r),ya.radius+=a,e.ray.intersectsSphere(ya)===!1)return;Xo.copy(r).invert(),Lr.copy(e.ray).applyMatrix4(Xo);let s=a/((this.scale.x+this.scale.y+this.scale.z)/3),o=s*s,l=this.isLineSegments?2:1,h=i.index,u=i.attributes.position;if(h!==null){let d=Math.max(0,n.start),c=Math.min(h.count,n.start+n.count);for(let p=d,g=c-1;p<g;p+=l){let x=h.getX(p),m=h.getX(p+1),f=xa(this,e,Lr,o,x,m,p);f&&t.push(f)}if(this.isLineLoop){let p=h.getX(c-1),g=h.getX(d),x=xa(this,e,Lr,o,p,g,c-1);x&&t.push(x)}}else{
let d=Math.max(0,n.start),c=Math.min(u.count,n.start+n.count);for(let p=d,g=c-1;p<g;p+=l){let x=xa(this,e,Lr,o,p,p+1,p);x&&t.push(x)}if(this.isLineLoop){let p=xa(this,e,Lr,o,c-1,d,c-1);p&&t.push(p)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let i=e[t[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,a=i.length;r<a;r++){let n=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[n]=
r}}}}};function xa(e,t,i,r,a,n,s){let o=e.geometry.attributes.position;if($a.fromBufferAttribute(o,a),en.fromBufferAttribute(o,n),i.distanceSqToSegment($a,en,Bn,jo)>r)return;Bn.applyMatrix4(e.matrixWorld);let l=t.ray.origin.distanceTo(Bn);if(!(l<t.near||l>t.far))return{distance:l,point:jo.clone().applyMatrix4(e.matrixWorld),index:s,face:null,faceIndex:null,barycoord:null,object:e}}var qo=new D,Jo=new D,Yo=class extends Dh{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){
let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let r=0,a=t.count;r<a;r+=2)qo.fromBufferAttribute(t,r),Jo.fromBufferAttribute(t,r+1),i[r]=r===0?0:i[r-1],i[r+1]=i[r]+qo.distanceTo(Jo);e.setAttribute("lineDistance",new pt(i,1))}else qe("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}},md=class extends Jt{constructor(e=[],t,i,r,a,n,s,o,l,h,u,d){super(null,n,s,o,l,h,r,a,u,d),this.isCompressedTexture=!0,this.image=
{width:t,height:i},this.mipmaps=e,this.flipY=!1,this.generateMipmaps=!1}},Ih=class extends Jt{constructor(e=[],t=gr,i,r,a,n,s,o,l,h){super(e,t,i,r,a,n,s,o,l,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},xr=class extends Jt{constructor(e,t,i=ui,r,a,n,s=wt,o=wt,l,h=Li,u=1){if(h!==Li&&h!==Pi)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,r,a,n,s,o,
h,i,l),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new an(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},Uh=class extends xr{constructor(e,t=ui,i=gr,r,a,n=wt,s=wt,o,l=Li){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,i,r,a,n,s,o,l),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){
return this.image}set images(e){this.image=e}},Oh=class extends Jt{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},sn=class Fh extends Lt{constructor(t=1,i=1,r=1,a=1,n=1,s=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:i,depth:r,widthSegments:a,heightSegments:n,depthSegments:s};let o=this;a=Math.floor(a),n=Math.floor(n),s=Math.floor(s);let l=[],h=[],u=[],d=[],c=0,p=0;g("z","y","x",
-1,-1,r,i,t,s,n,0),g("z","y","x",1,-1,r,i,-t,s,n,1),g("x","z","y",1,1,t,r,i,a,s,2),g("x","z","y",1,-1,t,r,-i,a,s,3),g("x","y","z",1,-1,t,i,r,a,n,4),g("x","y","z",-1,-1,t,i,-r,a,n,5),this.setIndex(l),this.setAttribute("position",new pt(h,3)),this.setAttribute("normal",new pt(u,3)),this.setAttribute("uv",new pt(d,2));function g(x,m,f,E,T,y,w,C,v,b,A){let O=y/v,P=w/b,z=y/2,X=w/2,L=C/2,V=v+1,Z=b+1,H=0,ue=0,q=new D;for(let j=0;j<Z;j++){let se=j*P-X;for(let be=0;be<V;be++){let Q=be*O-z;q[x]=Q*E,q[m]=se*
T,q[f]=L,h.push(q.x,q.y,q.z),q[x]=0,q[m]=0,q[f]=C>0?1:-1,u.push(q.x,q.y,q.z),d.push(be/v),d.push(1-j/b),H+=1}}for(let j=0;j<b;j++)for(let se=0;se<v;se++){let be=c+se+V*j,Q=c+se+V*(j+1),re=c+(se+1)+V*(j+1),Se=c+(se+1)+V*j;l.push(be,Q,Se),l.push(Q,re,Se),ue+=6}o.addGroup(p,ue,A),p+=ue,c+=H}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new Fh(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},gd=class Bh extends Lt{constructor(t=1,i=1,r=4,a=8,n=1){
super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:i,capSegments:r,radialSegments:a,heightSegments:n},i=Math.max(0,i),r=Math.max(1,Math.floor(r)),a=Math.max(3,Math.floor(a)),n=Math.max(1,Math.floor(n));let s=[],o=[],l=[],h=[],u=i/2,d=Math.PI/2*t,c=i,p=2*d+c,g=r*2+n,x=a+1,m=new D,f=new D;for(let E=0;E<=g;E++){let T=0,y=0,w=0,C=0;if(E<=r){let A=E/r,O=A*Math.PI/2;y=-u-t*Math.cos(O),w=t*Math.sin(O),C=-t*Math.cos(O),T=A*d}else if(E<=r+n){let A=(E-r)/n;y=-u+A*i,w=t,C=0,T=d+A*c}else{let A=(E-
r-n)/r,O=A*Math.PI/2;y=u+t*Math.sin(O),w=t*Math.cos(O),C=t*Math.sin(O),T=d+c+A*d}let v=Math.max(0,Math.min(1,T/p)),b=0;E===0?b=.5/a:E===g&&(b=-.5/a);for(let A=0;A<=a;A++){let O=A/a,P=O*Math.PI*2,z=Math.sin(P),X=Math.cos(P);f.x=-w*X,f.y=y,f.z=w*z,o.push(f.x,f.y,f.z),m.set(-w*X,C,w*z),m.normalize(),l.push(m.x,m.y,m.z),h.push(O+b,v)}if(E>0){let A=(E-1)*x;for(let O=0;O<a;O++){let P=A+O,z=A+O+1,X=E*x+O,L=E*x+O+1;s.push(P,z,X),s.push(z,L,X)}}}this.setIndex(s),this.setAttribute("position",new pt(o,3)),
this.setAttribute("normal",new pt(l,3)),this.setAttribute("uv",new pt(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new Bh(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}},on=class zh extends Lt{constructor(t=1,i=1,r=1,a=32,n=1,s=!1,o=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:i,height:r,radialSegments:a,heightSegments:n,openEnded:s,thetaStart:o,thetaLength:l};
let h=this;a=Math.floor(a),n=Math.floor(n);let u=[],d=[],c=[],p=[],g=0,x=[],m=r/2,f=0;E(),s===!1&&(t>0&&T(!0),i>0&&T(!1)),this.setIndex(u),this.setAttribute("position",new pt(d,3)),this.setAttribute("normal",new pt(c,3)),this.setAttribute("uv",new pt(p,2));function E(){let y=new D,w=new D,C=0,v=(i-t)/r;for(let b=0;b<=n;b++){let A=[],O=b/n,P=O*(i-t)+t;for(let z=0;z<=a;z++){let X=z/a,L=X*l+o,V=Math.sin(L),Z=Math.cos(L);w.x=P*V,w.y=-O*r+m,w.z=P*Z,d.push(w.x,w.y,w.z),y.set(V,v,Z).normalize(),c.push(
y.x,y.y,y.z),p.push(X,1-O),A.push(g++)}x.push(A)}for(let b=0;b<a;b++)for(let A=0;A<n;A++){let O=x[A][b],P=x[A+1][b],z=x[A+1][b+1],X=x[A][b+1];(t>0||A!==0)&&(u.push(O,P,X),C+=3),(i>0||A!==n-1)&&(u.push(P,z,X),C+=3)}h.addGroup(f,C,0),f+=C}function T(y){let w=g,C=new xe,v=new D,b=0,A=y===!0?t:i,O=y===!0?1:-1;for(let z=1;z<=a;z++)d.push(0,m*O,0),c.push(0,O,0),p.push(.5,.5),g++;let P=g;for(let z=0;z<=a;z++){let X=z/a*l+o,L=Math.cos(X),V=Math.sin(X);v.x=A*V,v.y=m*O,v.z=A*L,d.push(v.x,v.y,v.z),c.push(0,
O,0),C.x=L*.5+.5,C.y=V*.5*O+.5,p.push(C.x,C.y),g++}for(let z=0;z<a;z++){let X=w+z,L=P+z;y===!0?u.push(L,L+1,X):u.push(L+1,L,X),b+=3}h.addGroup(f,b,y===!0?1:2),f+=b}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new zh(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},vd=class Hh extends on{constructor(t=1,i=1,r=32,a=1,n=!1,s=0,o=Math.PI*2){super(0,t,i,r,a,n,s,o),this.type="C\
oneGeometry",this.parameters={radius:t,height:i,radialSegments:r,heightSegments:a,openEnded:n,thetaStart:s,thetaLength:o}}static fromJSON(t){return new Hh(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Sa=new D,Ma=new D,zn=new D,ba=new ur,_d=class extends Lt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let i=Math.pow(10,4),r=Math.cos(fr*t),a=e.getIndex(),n=e.getAttribute("positi\
on"),s=a?a.count:n.count,o=[0,0,0],l=["a","b","c"],h=new Array(3),u=new Map,d=[];for(let c=0;c<s;c+=3){a?(o[0]=a.getX(c),o[1]=a.getX(c+1),o[2]=a.getX(c+2)):(o[0]=c,o[1]=c+1,o[2]=c+2);let{a:p,b:g,c:x}=ba;if(p.fromBufferAttribute(n,o[0]),g.fromBufferAttribute(n,o[1]),x.fromBufferAttribute(n,o[2]),ba.getNormal(zn),h[0]=`${Math.round(p.x*i)},${Math.round(p.y*i)},${Math.round(p.z*i)}`,h[1]=`${Math.round(g.x*i)},${Math.round(g.y*i)},${Math.round(g.z*i)}`,h[2]=`${Math.round(x.x*i)},${Math.round(x.y*i)}\
,${Math.round(x.z*i)}`,!(h[0]===h[1]||h[1]===h[2]||h[2]===h[0]))for(let m=0;m<3;m++){let f=(m+1)%3,E=h[m],T=h[f],y=ba[l[m]],w=ba[l[f]],C=`${E}_${T}`,v=`${T}_${E}`,b=u.get(v);b?(zn.dot(b.normal)<=r&&(d.push(y.x,y.y,y.z),d.push(w.x,w.y,w.z)),u.set(v,null)):u.has(C)||u.set(C,{index0:o[m],index1:o[f],normal:zn.clone()})}}for(let c of u.values())if(c){let{index0:p,index1:g}=c;Sa.fromBufferAttribute(n,p),Ma.fromBufferAttribute(n,g),d.push(Sa.x,Sa.y,Sa.z),d.push(Ma.x,Ma.y,Ma.z)}this.setAttribute("posit\
ion",new pt(d,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}},ii=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){qe("Curve: .getPoint() not implemented.")}getPointAt(e,t){let i=this.getUtoTmapping(e);return this.getPoint(i,t)}getPoints(e=5){let t=[];for(let i=0;i<=e;i++)t.push(this.getPoint(i/e));return t}getSpacedPoints(e=5){let t=[];for(let i=0;i<=e;i++)t.push(this.getPointAt(i/e));
return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],i,r=this.getPoint(0),a=0;t.push(0);for(let n=1;n<=e;n++)i=this.getPoint(n/e),a+=i.distanceTo(r),t.push(a),r=i;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let i=this.getLengths(),r=0,a=i.length,
n;t?n=t:n=e*i[a-1];let s=0,o=a-1,l;for(;s<=o;)if(r=Math.floor(s+(o-s)/2),l=i[r]-n,l<0)s=r+1;else if(l>0)o=r-1;else{o=r;break}if(r=o,i[r]===n)return r/(a-1);let h=i[r],u=i[r+1]-h,d=(n-h)/u;return(r+d)/(a-1)}getTangent(e,t){let i=e-1e-4,r=e+1e-4;i<0&&(i=0),r>1&&(r=1);let a=this.getPoint(i),n=this.getPoint(r),s=t||(a.isVector2?new xe:new D);return s.copy(n).sub(a).normalize(),s}getTangentAt(e,t){let i=this.getUtoTmapping(e);return this.getTangent(i,t)}computeFrenetFrames(e,t=!1){let i=new D,r=[],a=[],
n=[],s=new D,o=new at;for(let c=0;c<=e;c++){let p=c/e;r[c]=this.getTangentAt(p,new D)}a[0]=new D,n[0]=new D;let l=Number.MAX_VALUE,h=Math.abs(r[0].x),u=Math.abs(r[0].y),d=Math.abs(r[0].z);h<=l&&(l=h,i.set(1,0,0)),u<=l&&(l=u,i.set(0,1,0)),d<=l&&i.set(0,0,1),s.crossVectors(r[0],i).normalize(),a[0].crossVectors(r[0],s),n[0].crossVectors(r[0],a[0]);for(let c=1;c<=e;c++){if(a[c]=a[c-1].clone(),n[c]=n[c-1].clone(),s.crossVectors(r[c-1],r[c]),s.length()>Number.EPSILON){s.normalize();let p=Math.acos(it(
r[c-1].dot(r[c]),-1,1));a[c].applyMatrix4(o.makeRotationAxis(s,p))}n[c].crossVectors(r[c],a[c])}if(t===!0){let c=Math.acos(it(a[0].dot(a[e]),-1,1));c/=e,r[0].dot(s.crossVectors(a[0],a[e]))>0&&(c=-c);for(let p=1;p<=e;p++)a[p].applyMatrix4(o.makeRotationAxis(r[p],c*p)),n[p].crossVectors(r[p],a[p])}return{tangents:r,normals:a,binormals:n}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{
version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},Ks=class extends ii{constructor(e=0,t=0,i=1,r=1,a=0,n=Math.PI*2,s=!1,o=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=i,this.yRadius=r,this.aStartAngle=a,this.aEndAngle=n,this.aClockwise=s,this.aRotation=o}getPoint(e,t=new xe){let i=t,
r=Math.PI*2,a=this.aEndAngle-this.aStartAngle,n=Math.abs(a)<Number.EPSILON;for(;a<0;)a+=r;for(;a>r;)a-=r;a<Number.EPSILON&&(n?a=0:a=r),this.aClockwise===!0&&!n&&(a===r?a=-r:a=a-r);let s=this.aStartAngle+e*a,o=this.aX+this.xRadius*Math.cos(s),l=this.aY+this.yRadius*Math.sin(s);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=o-this.aX,c=l-this.aY;o=d*h-c*u+this.aX,l=d*u+c*h+this.aY}return i.set(o,l)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=
e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=
e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},yd=class extends Ks{constructor(e,t,i,r,a,n){super(e,t,i,i,r,a,n),this.isArcCurve=!0,this.type="ArcCurve"}};function Zs(){let e=0,t=0,i=0,r=0;function a(n,s,o,l){e=n,t=o,i=-3*n+3*s-2*o-l,r=2*n-2*s+o+l}return{initCatmullRom:function(n,s,o,l,h){a(s,o,h*(o-n),h*(l-s))},initNonuniformCatmullRom:function(n,s,o,l,h,u,d){let c=(s-n)/h-(o-n)/(h+u)+(o-s)/u,p=(o-s)/u-(l-s)/(u+d)+(l-o)/d;c*=u,p*=u,a(s,o,
c,p)},calc:function(n){let s=n*n,o=s*n;return e+t*n+i*s+r*o}}}var Ko=new D,Zo=new D,Hn=new Zs,Vn=new Zs,kn=new Zs,xd=class extends ii{constructor(e=[],t=!1,i="centripetal",r=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=i,this.tension=r}getPoint(e,t=new D){let i=t,r=this.points,a=r.length,n=(a-(this.closed?0:1))*e,s=Math.floor(n),o=n-s;this.closed?s+=s>0?0:(Math.floor(Math.abs(s)/a)+1)*a:o===0&&s===a-1&&(s=a-2,o=1);let l,h;this.closed||
s>0?l=r[(s-1)%a]:(Zo.subVectors(r[0],r[1]).add(r[0]),l=Zo);let u=r[s%a],d=r[(s+1)%a];if(this.closed||s+2<a?h=r[(s+2)%a]:(Ko.subVectors(r[a-1],r[a-2]).add(r[a-1]),h=Ko),this.curveType==="centripetal"||this.curveType==="chordal"){let c=this.curveType==="chordal"?.5:.25,p=Math.pow(l.distanceToSquared(u),c),g=Math.pow(u.distanceToSquared(d),c),x=Math.pow(d.distanceToSquared(h),c);g<1e-4&&(g=1),p<1e-4&&(p=g),x<1e-4&&(x=g),Hn.initNonuniformCatmullRom(l.x,u.x,d.x,h.x,p,g,x),Vn.initNonuniformCatmullRom(
l.y,u.y,d.y,h.y,p,g,x),kn.initNonuniformCatmullRom(l.z,u.z,d.z,h.z,p,g,x)}else this.curveType==="catmullrom"&&(Hn.initCatmullRom(l.x,u.x,d.x,h.x,this.tension),Vn.initCatmullRom(l.y,u.y,d.y,h.y,this.tension),kn.initCatmullRom(l.z,u.z,d.z,h.z,this.tension));return i.set(Hn.calc(o),Vn.calc(o),kn.calc(o)),i}copy(e){super.copy(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let r=e.points[t];this.points.push(r.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,
this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,i=this.points.length;t<i;t++){let r=this.points[t];e.points.push(r.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let r=e.points[t];this.points.push(new D().fromArray(r))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Qo(e,t,i,r,a){let n=(r-t)*.5,s=(a-i)*.5,o=e*e,l=e*
o;return(2*i-2*r+n+s)*l+(-3*i+3*r-2*n-s)*o+n*e+i}function Sd(e,t){let i=1-e;return i*i*t}function Md(e,t){return 2*(1-e)*e*t}function bd(e,t){return e*e*t}function Vr(e,t,i,r){return Sd(e,t)+Md(e,i)+bd(e,r)}function Ed(e,t){let i=1-e;return i*i*i*t}function Td(e,t){let i=1-e;return 3*i*i*e*t}function wd(e,t){return 3*(1-e)*e*e*t}function Ad(e,t){return e*e*e*t}function kr(e,t,i,r,a){return Ed(e,t)+Td(e,i)+wd(e,r)+Ad(e,a)}var Vh=class extends ii{constructor(e=new xe,t=new xe,i=new xe,r=new xe){super(),
this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=i,this.v3=r}getPoint(e,t=new xe){let i=t,r=this.v0,a=this.v1,n=this.v2,s=this.v3;return i.set(kr(e,r.x,a.x,n.x,s.x),kr(e,r.y,a.y,n.y,s.y)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(
e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Rd=class extends ii{constructor(e=new D,t=new D,i=new D,r=new D){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=i,this.v3=r}getPoint(e,t=new D){let i=t,r=this.v0,a=this.v1,n=this.v2,s=this.v3;return i.set(kr(e,r.x,a.x,n.x,s.x),kr(e,r.y,a.y,n.y,s.y),kr(e,r.z,a.z,n.z,s.z)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.
copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},kh=class extends ii{constructor(e=new xe,t=new xe){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new xe){let i=t;return e===1?i.copy(this.v2):(i.copy(this.v2).
sub(this.v1),i.multiplyScalar(e).add(this.v1)),i}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new xe){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Cd=class extends ii{constructor(e=new D,t=new D){
super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new D){let i=t;return e===1?i.copy(this.v2):(i.copy(this.v2).sub(this.v1),i.multiplyScalar(e).add(this.v1)),i}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new D){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),
e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Gh=class extends ii{constructor(e=new xe,t=new xe,i=new xe){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=i}getPoint(e,t=new xe){let i=t,r=this.v0,a=this.v1,n=this.v2;return i.set(Vr(e,r.x,a.x,n.x),Vr(e,r.y,a.y,n.y)),i}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=
this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Wh=class extends ii{constructor(e=new D,t=new D,i=new D){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=e,this.v1=t,this.v2=i}getPoint(e,t=new D){let i=t,r=this.v0,a=this.v1,n=this.v2;return i.set(Vr(e,r.x,a.x,n.x),Vr(e,r.y,a.y,n.y),Vr(e,r.z,a.z,n.z)),i}copy(e){return super.copy(e),
this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Xh=class extends ii{constructor(e=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new xe){let i=t,r=this.points,a=(r.length-1)*e,n=Math.floor(a),s=a-n,o=r[n===0?n:n-1],l=r[n],h=r[n>
r.length-2?r.length-1:n+1],u=r[n>r.length-3?r.length-1:n+2];return i.set(Qo(s,o.x,l.x,h.x,u.x),Qo(s,o.y,l.y,h.y,u.y)),i}copy(e){super.copy(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let r=e.points[t];this.points.push(r.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,i=this.points.length;t<i;t++){let r=this.points[t];e.points.push(r.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,i=e.points.length;t<i;t++){let r=e.points[t];this.
points.push(new xe().fromArray(r))}return this}},tn=Object.freeze({__proto__:null,ArcCurve:yd,CatmullRomCurve3:xd,CubicBezierCurve:Vh,CubicBezierCurve3:Rd,EllipseCurve:Ks,LineCurve:kh,LineCurve3:Cd,QuadraticBezierCurve:Gh,QuadraticBezierCurve3:Wh,SplineCurve:Xh}),Pd=class extends ii{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(e){this.curves.push(e)}closePath(){let e=this.curves[0].getPoint(0),t=this.curves[this.curves.length-1].getPoint(
1);if(!e.equals(t)){let i=e.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new tn[i](t,e))}return this}getPoint(e,t){let i=e*this.getLength(),r=this.getCurveLengths(),a=0;for(;a<r.length;){if(r[a]>=i){let n=r[a]-i,s=this.curves[a],o=s.getLength(),l=o===0?0:1-n/o;return s.getPointAt(l,t)}a++}return null}getLength(){let e=this.getCurveLengths();return e[e.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&
this.cacheLengths.length===this.curves.length)return this.cacheLengths;let e=[],t=0;for(let i=0,r=this.curves.length;i<r;i++)t+=this.curves[i].getLength(),e.push(t);return this.cacheLengths=e,e}getSpacedPoints(e=40){let t=[];for(let i=0;i<=e;i++)t.push(this.getPoint(i/e));return this.autoClose&&t.push(t[0]),t}getPoints(e=12){let t=[],i;for(let r=0,a=this.curves;r<a.length;r++){let n=a[r],s=n.isEllipseCurve?e*2:n.isLineCurve||n.isLineCurve3?1:n.isSplineCurve?e*n.points.length:e,o=n.getPoints(s);for(let l=0;l<
o.length;l++){let h=o[l];i&&i.equals(h)||(t.push(h),i=h)}}return this.autoClose&&t.length>1&&!t[t.length-1].equals(t[0])&&t.push(t[0]),t}copy(e){super.copy(e),this.curves=[];for(let t=0,i=e.curves.length;t<i;t++){let r=e.curves[t];this.curves.push(r.clone())}return this.autoClose=e.autoClose,this.cacheLengths=null,this}toJSON(){let e=super.toJSON();e.autoClose=this.autoClose,e.curves=[];for(let t=0,i=this.curves.length;t<i;t++){let r=this.curves[t];e.curves.push(r.toJSON())}return e}fromJSON(e){
super.fromJSON(e),this.autoClose=e.autoClose,this.curves=[];for(let t=0,i=e.curves.length;t<i;t++){let r=e.curves[t];this.curves.push(new tn[r.type]().fromJSON(r))}return this.cacheLengths=null,this}},$o=class extends Pd{constructor(e){super(),this.type="Path",this.currentPoint=new xe,e&&this.setFromPoints(e)}setFromPoints(e){this.moveTo(e[0].x,e[0].y);for(let t=1,i=e.length;t<i;t++)this.lineTo(e[t].x,e[t].y);return this}moveTo(e,t){return this.currentPoint.set(e,t),this}lineTo(e,t){let i=new kh(
this.currentPoint.clone(),new xe(e,t));return this.curves.push(i),this.currentPoint.set(e,t),this}quadraticCurveTo(e,t,i,r){let a=new Gh(this.currentPoint.clone(),new xe(e,t),new xe(i,r));return this.curves.push(a),this.currentPoint.set(i,r),this}bezierCurveTo(e,t,i,r,a,n){let s=new Vh(this.currentPoint.clone(),new xe(e,t),new xe(i,r),new xe(a,n));return this.curves.push(s),this.currentPoint.set(a,n),this}splineThru(e){let t=[this.currentPoint.clone()].concat(e),i=new Xh(t);return this.curves.push(
i),this.currentPoint.copy(e[e.length-1]),this}arc(e,t,i,r,a,n){let s=this.currentPoint.x,o=this.currentPoint.y;return this.absarc(e+s,t+o,i,r,a,n),this}absarc(e,t,i,r,a,n){return this.absellipse(e,t,i,i,r,a,n),this}ellipse(e,t,i,r,a,n,s,o){let l=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(e+l,t+h,i,r,a,n,s,o),this}absellipse(e,t,i,r,a,n,s,o){let l=new Ks(e,t,i,r,a,n,s,o);if(this.curves.length>0){let u=l.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.
push(l);let h=l.getPoint(1);return this.currentPoint.copy(h),this}copy(e){return super.copy(e),this.currentPoint.copy(e.currentPoint),this}toJSON(){let e=super.toJSON();return e.currentPoint=this.currentPoint.toArray(),e}fromJSON(e){return super.fromJSON(e),this.currentPoint.fromArray(e.currentPoint),this}},jh=class extends $o{constructor(e){super(e),this.uuid=Di(),this.type="Shape",this.holes=[]}getPointsHoles(e){let t=[];for(let i=0,r=this.holes.length;i<r;i++)t[i]=this.holes[i].getPoints(e);return t}extractPoints(e){
return{shape:this.getPoints(e),holes:this.getPointsHoles(e)}}copy(e){super.copy(e),this.holes=[];for(let t=0,i=e.holes.length;t<i;t++){let r=e.holes[t];this.holes.push(r.clone())}return this}toJSON(){let e=super.toJSON();e.uuid=this.uuid,e.holes=[];for(let t=0,i=this.holes.length;t<i;t++){let r=this.holes[t];e.holes.push(r.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.uuid=e.uuid,this.holes=[];for(let t=0,i=e.holes.length;t<i;t++){let r=e.holes[t];this.holes.push(new $o().fromJSON(r))}return this}};
function Ld(e,t,i=2){let r=t&&t.length,a=r?t[0]*i:e.length,n=qh(e,0,a,i,!0),s=[];if(!n||n.next===n.prev)return s;let o,l,h;if(r&&(n=Od(e,t,n,i)),e.length>80*i){o=e[0],l=e[1];let u=o,d=l;for(let c=i;c<a;c+=i){let p=e[c],g=e[c+1];p<o&&(o=p),g<l&&(l=g),p>u&&(u=p),g>d&&(d=g)}h=Math.max(u-o,d-l),h=h!==0?32767/h:0}return Yr(n,s,i,o,l,h,0),s}function qh(e,t,i,r,a){let n;if(a===qd(e,t,i,r)>0)for(let s=t;s<i;s+=r)n=el(s/r|0,e[s],e[s+1],n);else for(let s=i-r;s>=t;s-=r)n=el(s/r|0,e[s],e[s+1],n);return n&&Sr(
n,n.next)&&(Zr(n),n=n.next),n}function Ji(e,t){if(!e)return e;t||(t=e);let i=e,r;do if(r=!1,!i.steiner&&(Sr(i,i.next)||yt(i.prev,i,i.next)===0)){if(Zr(i),i=t=i.prev,i===i.next)break;r=!0}else i=i.next;while(r||i!==t);return t}function Yr(e,t,i,r,a,n,s){if(!e)return;!s&&n&&Vd(e,r,a,n);let o=e;for(;e.prev!==e.next;){let l=e.prev,h=e.next;if(n?Dd(e,r,a,n):Nd(e)){t.push(l.i,e.i,h.i),Zr(e),e=h.next,o=h.next;continue}if(e=h,e===o){s?s===1?(e=Id(Ji(e),t),Yr(e,t,i,r,a,n,2)):s===2&&Ud(e,t,i,r,a,n):Yr(Ji(
e),t,i,r,a,n,1);break}}}function Nd(e){let t=e.prev,i=e,r=e.next;if(yt(t,i,r)>=0)return!1;let a=t.x,n=i.x,s=r.x,o=t.y,l=i.y,h=r.y,u=Math.min(a,n,s),d=Math.min(o,l,h),c=Math.max(a,n,s),p=Math.max(o,l,h),g=r.next;for(;g!==t;){if(g.x>=u&&g.x<=c&&g.y>=d&&g.y<=p&&Ur(a,o,n,l,s,h,g.x,g.y)&&yt(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function Dd(e,t,i,r){let a=e.prev,n=e,s=e.next;if(yt(a,n,s)>=0)return!1;let o=a.x,l=n.x,h=s.x,u=a.y,d=n.y,c=s.y,p=Math.min(o,l,h),g=Math.min(u,d,c),x=Math.max(o,l,h),
m=Math.max(u,d,c),f=Ls(p,g,t,i,r),E=Ls(x,m,t,i,r),T=e.prevZ,y=e.nextZ;for(;T&&T.z>=f&&y&&y.z<=E;){if(T.x>=p&&T.x<=x&&T.y>=g&&T.y<=m&&T!==a&&T!==s&&Ur(o,u,l,d,h,c,T.x,T.y)&&yt(T.prev,T,T.next)>=0||(T=T.prevZ,y.x>=p&&y.x<=x&&y.y>=g&&y.y<=m&&y!==a&&y!==s&&Ur(o,u,l,d,h,c,y.x,y.y)&&yt(y.prev,y,y.next)>=0))return!1;y=y.nextZ}for(;T&&T.z>=f;){if(T.x>=p&&T.x<=x&&T.y>=g&&T.y<=m&&T!==a&&T!==s&&Ur(o,u,l,d,h,c,T.x,T.y)&&yt(T.prev,T,T.next)>=0)return!1;T=T.prevZ}for(;y&&y.z<=E;){if(y.x>=p&&y.x<=x&&y.y>=g&&y.
y<=m&&y!==a&&y!==s&&Ur(o,u,l,d,h,c,y.x,y.y)&&yt(y.prev,y,y.next)>=0)return!1;y=y.nextZ}return!0}function Id(e,t){let i=e;do{let r=i.prev,a=i.next.next;!Sr(r,a)&&Yh(r,i,i.next,a)&&Kr(r,a)&&Kr(a,r)&&(t.push(r.i,i.i,a.i),Zr(i),Zr(i.next),i=e=a),i=i.next}while(i!==e);return Ji(i)}function Ud(e,t,i,r,a,n){let s=e;do{let o=s.next.next;for(;o!==s.prev;){if(s.i!==o.i&&Wd(s,o)){let l=Kh(s,o);s=Ji(s,s.next),l=Ji(l,l.next),Yr(s,t,i,r,a,n,0),Yr(l,t,i,r,a,n,0);return}o=o.next}s=s.next}while(s!==e)}function Od(e,t,i,r){
let a=[];for(let n=0,s=t.length;n<s;n++){let o=t[n]*r,l=n<s-1?t[n+1]*r:e.length,h=qh(e,o,l,r,!1);h===h.next&&(h.steiner=!0),a.push(Gd(h))}a.sort(Fd);for(let n=0;n<a.length;n++)i=Bd(a[n],i);return i}function Fd(e,t){let i=e.x-t.x;if(i===0&&(i=e.y-t.y,i===0)){let r=(e.next.y-e.y)/(e.next.x-e.x),a=(t.next.y-t.y)/(t.next.x-t.x);i=r-a}return i}function Bd(e,t){let i=zd(e,t);if(!i)return t;let r=Kh(i,e);return Ji(r,r.next),Ji(i,i.next)}function zd(e,t){let i=t,r=e.x,a=e.y,n=-1/0,s;if(Sr(e,i))return i;
do{if(Sr(e,i.next))return i.next;if(a<=i.y&&a>=i.next.y&&i.next.y!==i.y){let d=i.x+(a-i.y)*(i.next.x-i.x)/(i.next.y-i.y);if(d<=r&&d>n&&(n=d,s=i.x<i.next.x?i:i.next,d===r))return s}i=i.next}while(i!==t);if(!s)return null;let o=s,l=s.x,h=s.y,u=1/0;i=s;do{if(r>=i.x&&i.x>=l&&r!==i.x&&Jh(a<h?r:n,a,l,h,a<h?n:r,a,i.x,i.y)){let d=Math.abs(a-i.y)/(r-i.x);Kr(i,e)&&(d<u||d===u&&(i.x>s.x||i.x===s.x&&Hd(s,i)))&&(s=i,u=d)}i=i.next}while(i!==o);return s}function Hd(e,t){return yt(e.prev,e,t.prev)<0&&yt(t.next,
e,e.next)<0}function Vd(e,t,i,r){let a=e;do a.z===0&&(a.z=Ls(a.x,a.y,t,i,r)),a.prevZ=a.prev,a.nextZ=a.next,a=a.next;while(a!==e);a.prevZ.nextZ=null,a.prevZ=null,kd(a)}function kd(e){let t,i=1;do{let r=e,a;e=null;let n=null;for(t=0;r;){t++;let s=r,o=0;for(let h=0;h<i&&(o++,s=s.nextZ,!!s);h++);let l=i;for(;o>0||l>0&&s;)o!==0&&(l===0||!s||r.z<=s.z)?(a=r,r=r.nextZ,o--):(a=s,s=s.nextZ,l--),n?n.nextZ=a:e=a,a.prevZ=n,n=a;r=s}n.nextZ=null,i*=2}while(t>1);return e}function Ls(e,t,i,r,a){return e=(e-i)*a|
0,t=(t-r)*a|0,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,e|t<<1}function Gd(e){let t=e,i=e;do(t.x<i.x||t.x===i.x&&t.y<i.y)&&(i=t),t=t.next;while(t!==e);return i}function Jh(e,t,i,r,a,n,s,o){return(a-s)*(t-o)>=(e-s)*(n-o)&&(e-s)*(r-o)>=(i-s)*(t-o)&&(i-s)*(n-o)>=(a-s)*(r-o)}function Ur(e,t,i,r,a,n,s,o){return!(e===s&&t===o)&&Jh(e,t,i,r,a,n,s,o)}function Wd(e,t){return e.next.
i!==t.i&&e.prev.i!==t.i&&!Xd(e,t)&&(Kr(e,t)&&Kr(t,e)&&jd(e,t)&&(yt(e.prev,e,t.prev)||yt(e,t.prev,t))||Sr(e,t)&&yt(e.prev,e,e.next)>0&&yt(t.prev,t,t.next)>0)}function yt(e,t,i){return(t.y-e.y)*(i.x-t.x)-(t.x-e.x)*(i.y-t.y)}function Sr(e,t){return e.x===t.x&&e.y===t.y}function Yh(e,t,i,r){let a=Ta(yt(e,t,i)),n=Ta(yt(e,t,r)),s=Ta(yt(i,r,e)),o=Ta(yt(i,r,t));return!!(a!==n&&s!==o||a===0&&Ea(e,i,t)||n===0&&Ea(e,r,t)||s===0&&Ea(i,e,r)||o===0&&Ea(i,t,r))}function Ea(e,t,i){return t.x<=Math.max(e.x,i.x)&&
t.x>=Math.min(e.x,i.x)&&t.y<=Math.max(e.y,i.y)&&t.y>=Math.min(e.y,i.y)}function Ta(e){return e>0?1:e<0?-1:0}function Xd(e,t){let i=e;do{if(i.i!==e.i&&i.next.i!==e.i&&i.i!==t.i&&i.next.i!==t.i&&Yh(i,i.next,e,t))return!0;i=i.next}while(i!==e);return!1}function Kr(e,t){return yt(e.prev,e,e.next)<0?yt(e,t,e.next)>=0&&yt(e,e.prev,t)>=0:yt(e,t,e.prev)<0||yt(e,e.next,t)<0}function jd(e,t){let i=e,r=!1,a=(e.x+t.x)/2,n=(e.y+t.y)/2;do i.y>n!=i.next.y>n&&i.next.y!==i.y&&a<(i.next.x-i.x)*(n-i.y)/(i.next.y-i.
y)+i.x&&(r=!r),i=i.next;while(i!==e);return r}function Kh(e,t){let i=Ns(e.i,e.x,e.y),r=Ns(t.i,t.x,t.y),a=e.next,n=t.prev;return e.next=t,t.prev=e,i.next=a,a.prev=i,r.next=i,i.prev=r,n.next=r,r.prev=n,r}function el(e,t,i,r){let a=Ns(e,t,i);return r?(a.next=r.next,a.prev=r,r.next.prev=a,r.next=a):(a.prev=a,a.next=a),a}function Zr(e){e.next.prev=e.prev,e.prev.next=e.next,e.prevZ&&(e.prevZ.nextZ=e.nextZ),e.nextZ&&(e.nextZ.prevZ=e.prevZ)}function Ns(e,t,i){return{i:e,x:t,y:i,prev:null,next:null,z:0,prevZ:null,
nextZ:null,steiner:!1}}function qd(e,t,i,r){let a=0;for(let n=t,s=i-r;n<i;n+=r)a+=(e[s]-e[n])*(e[n+1]+e[s+1]),s=n;return a}var Jd=class{static triangulate(e,t,i=2){return Ld(e,t,i)}},wa=class Zh{static area(t){let i=t.length,r=0;for(let a=i-1,n=0;n<i;a=n++)r+=t[a].x*t[n].y-t[n].x*t[a].y;return r*.5}static isClockWise(t){return Zh.area(t)<0}static triangulateShape(t,i){let r=[],a=[],n=[];tl(t),il(r,t);let s=t.length;i.forEach(tl);for(let l=0;l<i.length;l++)a.push(s),s+=i[l].length,il(r,i[l]);let o=Jd.
triangulate(r,a);for(let l=0;l<o.length;l+=3)n.push(o.slice(l,l+3));return n}};function tl(e){let t=e.length;t>2&&e[t-1].equals(e[0])&&e.pop()}function il(e,t){for(let i=0;i<t.length;i++)e.push(t[i].x),e.push(t[i].y)}var Yd=class Qh extends Lt{constructor(t=new jh([new xe(.5,.5),new xe(-.5,.5),new xe(-.5,-.5),new xe(.5,-.5)]),i={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:i},t=Array.isArray(t)?t:[t];let r=this,a=[],n=[];for(let o=0,l=t.length;o<l;o++){let h=t[o];s(h)}
this.setAttribute("position",new pt(a,3)),this.setAttribute("uv",new pt(n,2)),this.computeVertexNormals();function s(o){let l=[],h=i.curveSegments!==void 0?i.curveSegments:12,u=i.steps!==void 0?i.steps:1,d=i.depth!==void 0?i.depth:1,c=i.bevelEnabled!==void 0?i.bevelEnabled:!0,p=i.bevelThickness!==void 0?i.bevelThickness:.2,g=i.bevelSize!==void 0?i.bevelSize:p-.1,x=i.bevelOffset!==void 0?i.bevelOffset:0,m=i.bevelSegments!==void 0?i.bevelSegments:3,f=i.extrudePath,E=i.UVGenerator!==void 0?i.UVGenerator:
Kd,T,y=!1,w,C,v,b;if(f){T=f.getSpacedPoints(u),y=!0,c=!1;let le=f.isCatmullRomCurve3?f.closed:!1;w=f.computeFrenetFrames(u,le),C=new D,v=new D,b=new D}c||(m=0,p=0,g=0,x=0);let A=o.extractPoints(h),O=A.shape,P=A.holes;if(!wa.isClockWise(O)){O=O.reverse();for(let le=0,ge=P.length;le<ge;le++){let pe=P[le];wa.isClockWise(pe)&&(P[le]=pe.reverse())}}function z(le){let ge=10000000000000001e-36,pe=le[0];for(let Le=1;Le<=le.length;Le++){let B=Le%le.length,W=le[B],ee=W.x-pe.x,ie=W.y-pe.y,te=ee*ee+ie*ie,Ae=Math.
max(Math.abs(W.x),Math.abs(W.y),Math.abs(pe.x),Math.abs(pe.y)),R=ge*Ae*Ae;if(te<=R){le.splice(B,1),Le--;continue}pe=W}}z(O),P.forEach(z);let X=P.length,L=O;for(let le=0;le<X;le++){let ge=P[le];O=O.concat(ge)}function V(le,ge,pe){return ge||Ye("ExtrudeGeometry: vec does not exist"),le.clone().addScaledVector(ge,pe)}let Z=O.length;function H(le,ge,pe){let Le,B,W,ee=le.x-ge.x,ie=le.y-ge.y,te=pe.x-le.x,Ae=pe.y-le.y,R=ee*ee+ie*ie,ke=ee*Ae-ie*te;if(Math.abs(ke)>Number.EPSILON){let Oe=Math.sqrt(R),Be=Math.
sqrt(te*te+Ae*Ae),he=ge.x-ie/Oe,Ne=ge.y+ee/Oe,ve=pe.x-Ae/Be,Ue=pe.y+te/Be,Ee=((ve-he)*Ae-(Ue-Ne)*te)/(ee*Ae-ie*te);Le=he+ee*Ee-le.x,B=Ne+ie*Ee-le.y;let M=Le*Le+B*B;if(M<=2)return new xe(Le,B);W=Math.sqrt(M/2)}else{let Oe=!1;ee>Number.EPSILON?te>Number.EPSILON&&(Oe=!0):ee<-Number.EPSILON?te<-Number.EPSILON&&(Oe=!0):Math.sign(ie)===Math.sign(Ae)&&(Oe=!0),Oe?(Le=-ie,B=ee,W=Math.sqrt(R)):(Le=ee,B=ie,W=Math.sqrt(R/2))}return new xe(Le/W,B/W)}let ue=[];for(let le=0,ge=L.length,pe=ge-1,Le=le+1;le<ge;le++,
pe++,Le++)pe===ge&&(pe=0),Le===ge&&(Le=0),ue[le]=H(L[le],L[pe],L[Le]);let q=[],j,se=ue.concat();for(let le=0,ge=X;le<ge;le++){let pe=P[le];j=[];for(let Le=0,B=pe.length,W=B-1,ee=Le+1;Le<B;Le++,W++,ee++)W===B&&(W=0),ee===B&&(ee=0),j[Le]=H(pe[Le],pe[W],pe[ee]);q.push(j),se=se.concat(j)}let be;if(m===0)be=wa.triangulateShape(L,P);else{let le=[],ge=[];for(let pe=0;pe<m;pe++){let Le=pe/m,B=p*Math.cos(Le*Math.PI/2),W=g*Math.sin(Le*Math.PI/2)+x;for(let ee=0,ie=L.length;ee<ie;ee++){let te=V(L[ee],ue[ee],
W);me(te.x,te.y,-B),Le===0&&le.push(te)}for(let ee=0,ie=X;ee<ie;ee++){let te=P[ee];j=q[ee];let Ae=[];for(let R=0,ke=te.length;R<ke;R++){let Oe=V(te[R],j[R],W);me(Oe.x,Oe.y,-B),Le===0&&Ae.push(Oe)}Le===0&&ge.push(Ae)}}be=wa.triangulateShape(le,ge)}let Q=be.length,re=g+x;for(let le=0;le<Z;le++){let ge=c?V(O[le],se[le],re):O[le];y?(v.copy(w.normals[0]).multiplyScalar(ge.x),C.copy(w.binormals[0]).multiplyScalar(ge.y),b.copy(T[0]).add(v).add(C),me(b.x,b.y,b.z)):me(ge.x,ge.y,0)}for(let le=1;le<=u;le++)
for(let ge=0;ge<Z;ge++){let pe=c?V(O[ge],se[ge],re):O[ge];y?(v.copy(w.normals[le]).multiplyScalar(pe.x),C.copy(w.binormals[le]).multiplyScalar(pe.y),b.copy(T[le]).add(v).add(C),me(b.x,b.y,b.z)):me(pe.x,pe.y,d/u*le)}for(let le=m-1;le>=0;le--){let ge=le/m,pe=p*Math.cos(ge*Math.PI/2),Le=g*Math.sin(ge*Math.PI/2)+x;for(let B=0,W=L.length;B<W;B++){let ee=V(L[B],ue[B],Le);me(ee.x,ee.y,d+pe)}for(let B=0,W=P.length;B<W;B++){let ee=P[B];j=q[B];for(let ie=0,te=ee.length;ie<te;ie++){let Ae=V(ee[ie],j[ie],Le);
y?me(Ae.x,Ae.y+T[u-1].y,T[u-1].x+pe):me(Ae.x,Ae.y,d+pe)}}}Se(),He();function Se(){let le=a.length/3;if(c){let ge=0,pe=Z*ge;for(let Le=0;Le<Q;Le++){let B=be[Le];Ke(B[2]+pe,B[1]+pe,B[0]+pe)}ge=u+m*2,pe=Z*ge;for(let Le=0;Le<Q;Le++){let B=be[Le];Ke(B[0]+pe,B[1]+pe,B[2]+pe)}}else{for(let ge=0;ge<Q;ge++){let pe=be[ge];Ke(pe[2],pe[1],pe[0])}for(let ge=0;ge<Q;ge++){let pe=be[ge];Ke(pe[0]+Z*u,pe[1]+Z*u,pe[2]+Z*u)}}r.addGroup(le,a.length/3-le,0)}function He(){let le=a.length/3,ge=0;Ve(L,ge),ge+=L.length;for(let pe=0,
Le=P.length;pe<Le;pe++){let B=P[pe];Ve(B,ge),ge+=B.length}r.addGroup(le,a.length/3-le,1)}function Ve(le,ge){let pe=le.length;for(;--pe>=0;){let Le=pe,B=pe-1;B<0&&(B=le.length-1);for(let W=0,ee=u+m*2;W<ee;W++){let ie=Z*W,te=Z*(W+1),Ae=ge+Le+ie,R=ge+B+ie,ke=ge+B+te,Oe=ge+Le+te;et(Ae,R,ke,Oe)}}}function me(le,ge,pe){l.push(le),l.push(ge),l.push(pe)}function Ke(le,ge,pe){Ie(le),Ie(ge),Ie(pe);let Le=a.length/3,B=E.generateTopUV(r,a,Le-3,Le-2,Le-1);nt(B[0]),nt(B[1]),nt(B[2])}function et(le,ge,pe,Le){Ie(
le),Ie(ge),Ie(Le),Ie(ge),Ie(pe),Ie(Le);let B=a.length/3,W=E.generateSideWallUV(r,a,B-6,B-3,B-2,B-1);nt(W[0]),nt(W[1]),nt(W[3]),nt(W[1]),nt(W[2]),nt(W[3])}function Ie(le){a.push(l[le*3+0]),a.push(l[le*3+1]),a.push(l[le*3+2])}function nt(le){n.push(le.x),n.push(le.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),i=this.parameters.shapes,r=this.parameters.options;return Zd(i,r,t)}static fromJSON(t,i){let r=[];for(let n=0,s=t.shapes.
length;n<s;n++){let o=i[t.shapes[n]];r.push(o)}let a=t.options.extrudePath;return a!==void 0&&(t.options.extrudePath=new tn[a.type]().fromJSON(a)),new Qh(r,t.options)}},Kd={generateTopUV:function(e,t,i,r,a){let n=t[i*3],s=t[i*3+1],o=t[r*3],l=t[r*3+1],h=t[a*3],u=t[a*3+1];return[new xe(n,s),new xe(o,l),new xe(h,u)]},generateSideWallUV:function(e,t,i,r,a,n){let s=t[i*3],o=t[i*3+1],l=t[i*3+2],h=t[r*3],u=t[r*3+1],d=t[r*3+2],c=t[a*3],p=t[a*3+1],g=t[a*3+2],x=t[n*3],m=t[n*3+1],f=t[n*3+2];return Math.abs(
o-u)<Math.abs(s-h)?[new xe(s,1-l),new xe(h,1-d),new xe(c,1-g),new xe(x,1-f)]:[new xe(o,1-l),new xe(u,1-d),new xe(p,1-g),new xe(m,1-f)]}};function Zd(e,t,i){if(i.shapes=[],Array.isArray(e))for(let r=0,a=e.length;r<a;r++){let n=e[r];i.shapes.push(n.uuid)}else i.shapes.push(e.uuid);return i.options=Object.assign({},t),t.extrudePath!==void 0&&(i.options.extrudePath=t.extrudePath.toJSON()),i}var Qs=class $h extends Lt{constructor(t=1,i=1,r=1,a=1){super(),this.type="PlaneGeometry",this.parameters={width:t,
height:i,widthSegments:r,heightSegments:a};let n=t/2,s=i/2,o=Math.floor(r),l=Math.floor(a),h=o+1,u=l+1,d=t/o,c=i/l,p=[],g=[],x=[],m=[];for(let f=0;f<u;f++){let E=f*c-s;for(let T=0;T<h;T++){let y=T*d-n;g.push(y,-E,0),x.push(0,0,1),m.push(T/o),m.push(1-f/l)}}for(let f=0;f<l;f++)for(let E=0;E<o;E++){let T=E+h*f,y=E+h*(f+1),w=E+1+h*(f+1),C=E+1+h*f;p.push(T,y,C),p.push(y,w,C)}this.setIndex(p),this.setAttribute("position",new pt(g,3)),this.setAttribute("normal",new pt(x,3)),this.setAttribute("uv",new pt(
m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new $h(t.width,t.height,t.widthSegments,t.heightSegments)}},eu=class tu extends Lt{constructor(t=1,i=32,r=16,a=0,n=Math.PI*2,s=0,o=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:i,heightSegments:r,phiStart:a,phiLength:n,thetaStart:s,thetaLength:o},i=Math.max(3,Math.floor(i)),r=Math.max(2,Math.floor(r));let l=Math.min(s+o,Math.PI),h=0,u=[],d=new D,c=new D,
p=[],g=[],x=[],m=[];for(let f=0;f<=r;f++){let E=[],T=f/r,y=s+T*o,w=t*Math.cos(y),C=Math.sqrt(t*t-w*w),v=0;f===0&&s===0?v=.5/i:f===r&&l===Math.PI&&(v=-.5/i);for(let b=0;b<=i;b++){let A=b/i,O=a+A*n;d.x=-C*Math.cos(O),d.y=w,d.z=C*Math.sin(O),g.push(d.x,d.y,d.z),c.copy(d).normalize(),x.push(c.x,c.y,c.z),m.push(A+v,1-T),E.push(h++)}u.push(E)}for(let f=0;f<r;f++)for(let E=0;E<i;E++){let T=u[f][E+1],y=u[f][E],w=u[f+1][E],C=u[f+1][E+1];(f!==0||s>0)&&p.push(T,y,C),(f!==r-1||l<Math.PI)&&p.push(y,w,C)}this.
setIndex(p),this.setAttribute("position",new pt(g,3)),this.setAttribute("normal",new pt(x,3)),this.setAttribute("uv",new pt(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new tu(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}},Qd=class iu extends Lt{constructor(t=new Wh(new D(-1,-1,0),new D(-1,1,0),new D(1,1,0)),i=64,r=1,a=8,n=!1){super(),this.type="TubeGeometry",this.parameters={path:t,
tubularSegments:i,radius:r,radialSegments:a,closed:n};let s=t.computeFrenetFrames(i,n);this.tangents=s.tangents,this.normals=s.normals,this.binormals=s.binormals;let o=new D,l=new D,h=new xe,u=new D,d=[],c=[],p=[],g=[];x(),this.setIndex(g),this.setAttribute("position",new pt(d,3)),this.setAttribute("normal",new pt(c,3)),this.setAttribute("uv",new pt(p,2));function x(){for(let T=0;T<i;T++)m(T);m(n===!1?i:0),E(),f()}function m(T){u=t.getPointAt(T/i,u);let y=s.normals[T],w=s.binormals[T];for(let C=0;C<=
a;C++){let v=C/a*Math.PI*2,b=Math.sin(v),A=-Math.cos(v);l.x=A*y.x+b*w.x,l.y=A*y.y+b*w.y,l.z=A*y.z+b*w.z,l.normalize(),c.push(l.x,l.y,l.z),o.x=u.x+r*l.x,o.y=u.y+r*l.y,o.z=u.z+r*l.z,d.push(o.x,o.y,o.z)}}function f(){for(let T=1;T<=i;T++)for(let y=1;y<=a;y++){let w=(a+1)*(T-1)+(y-1),C=(a+1)*T+(y-1),v=(a+1)*T+y,b=(a+1)*(T-1)+y;g.push(w,C,b),g.push(C,v,b)}}function E(){for(let T=0;T<=i;T++)for(let y=0;y<=a;y++)h.x=T/i,h.y=y/a,p.push(h.x,h.y)}}copy(t){return super.copy(t),this.parameters=Object.assign(
{},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new iu(new tn[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},$d=class extends Ii{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new Je(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Mr(e){let t={};for(let i in e){
t[i]={};for(let r in e[i]){let a=e[i][r];if(rl(a))a.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[i][r]=null):t[i][r]=a.clone();else if(Array.isArray(a))if(rl(a[0])){let n=[];for(let s=0,o=a.length;s<o;s++)n[s]=a[s].clone();t[i][r]=n}else t[i][r]=a.slice();else t[i][r]=a}}return t}function It(e){let t={};for(let i=0;i<e.length;i++){let r=Mr(e[i]);for(let a in r)t[a]=r[a]}return t}function rl(e){return e&&(e.isColor||
e.isMatrix3||e.isMatrix4||e.isVector2||e.isVector3||e.isVector4||e.isTexture||e.isQuaternion)}function ep(e){let t=[];for(let i=0;i<e.length;i++)t.push(e[i].clone());return t}function ru(e){let t=e.getRenderTarget();return t===null?e.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:rt.workingColorSpace}var tp={clone:Mr,merge:It},ip=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,rp=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Yi=class extends Ii{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ip,this.fragmentShader=rp,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,
this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Mr(e.uniforms),this.uniformsGroups=ep(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=
Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let r in this.uniforms){let a=this.uniforms[r].value;a&&a.isTexture?t.uniforms[r]={type:"t",value:a.toJSON(e).uuid}:a&&a.isColor?t.uniforms[r]={type:"c",value:a.getHex()}:a&&a.isVector2?t.uniforms[r]={type:"v2",value:a.toArray()}:a&&a.isVector3?t.uniforms[r]={type:"v3",value:a.toArray()}:
a&&a.isVector4?t.uniforms[r]={type:"v4",value:a.toArray()}:a&&a.isMatrix3?t.uniforms[r]={type:"m3",value:a.toArray()}:a&&a.isMatrix4?t.uniforms[r]={type:"m4",value:a.toArray()}:t.uniforms[r]={value:a}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),
t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new Je().setHex(r.value);break;case"v2":this.uniforms[i].value=new xe().fromArray(r.value);break;case"v3":this.uniforms[i].value=new D().fromArray(r.value);break;case"v4":this.uniforms[i].value=new ut().fromArray(r.value);break;case"m3":this.uniforms[i].value=new Ze().fromArray(
r.value);break;case"m4":this.uniforms[i].value=new at().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&
(this.clipping=e.clipping),this}},ap=class extends Yi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},au=class extends Ii{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Je(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Je(0),this.emissiveIntensity=1,this.emissiveMap=null,
this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ja,this.normalScale=new xe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new qi,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.
defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=
e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},
np=class extends Ii{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Je(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Je(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ja,this.normalScale=new xe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,
this.alphaMap=null,this.envMap=null,this.envMapRotation=new qi,this.combine=zs,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.
emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=
e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},sp=class extends Ii{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=gc,this.map=null,this.alphaMap=null,this.displacementMap=
null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},op=class extends Ii{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type=
"MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Ci(e,t){return!e||e.constructor===t?e:typeof t.BYTES_PER_ELEMENT=="number"?new t(e):Array.prototype.slice.call(e)}function Or(e){return e!==void 0&&
e.inTangents!==void 0&&e.outTangents!==void 0}function lp(e){function t(a,n){return e[a]-e[n]}let i=e.length,r=new Array(i);for(let a=0;a!==i;++a)r[a]=a;return r.sort(t),r}function al(e,t,i){let r=e.length,a=new e.constructor(r);for(let n=0,s=0;s!==r;++n){let o=i[n]*t;for(let l=0;l!==t;++l)a[s++]=e[o+l]}return a}function hp(e,t,i,r){let a=1,n=e[0];for(;n!==void 0&&n[r]===void 0;)n=e[a++];if(n===void 0)return;let s=n[r];if(s!==void 0)if(Array.isArray(s))do s=n[r],s!==void 0&&(t.push(n.time),i.push(
...s)),n=e[a++];while(n!==void 0);else if(s.toArray!==void 0)do s=n[r],s!==void 0&&(t.push(n.time),s.toArray(i,i.length)),n=e[a++];while(n!==void 0);else do s=n[r],s!==void 0&&(t.push(n.time),i.push(s)),n=e[a++];while(n!==void 0)}var Qr=class{constructor(e,t,i,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r!==void 0?r:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,
r=t[i],a=t[i-1];i:{e:{let n;t:{r:if(!(e<r)){for(let s=i+2;;){if(r===void 0){if(e<a)break r;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===s)break;if(a=r,r=t[++i],e<r)break e}n=t.length;break t}if(!(e>=a)){let s=t[1];e<s&&(i=2,a=s);for(let o=i-2;;){if(a===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===o)break;if(r=a,a=t[--i-1],e>=a)break e}n=i,i=0;break t}break i}for(;i<n;){let s=i+n>>>1;e<t[s]?n=s:i=s+1}if(r=t[i],a=t[i-1],a===void 0)return this._cachedIndex=
0,this.copySampleValue_(0);if(r===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,a,r)}return this.interpolate_(i,a,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,r=this.valueSize,a=e*r;for(let n=0;n!==r;++n)t[n]=i[a+n];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},up=class extends Qr{constructor(e,t,i,r){
super(e,t,i,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:bo,endingEnd:bo}}intervalChanged_(e,t,i){let r=this.parameterPositions,a=e-2,n=e+1,s=r[a],o=r[n];if(s===void 0)switch(this.getSettings_().endingStart){case Eo:a=e,s=2*t-i;break;case To:a=r.length-2,s=t+r[a]-r[a+1];break;default:a=e,s=i}if(o===void 0)switch(this.getSettings_().endingEnd){case Eo:n=e,o=2*i-t;break;case To:n=1,o=i+r[1]-r[0];break;default:n=e-1,o=t}let l=(i-
t)*.5,h=this.valueSize;this._weightPrev=l/(t-s),this._weightNext=l/(o-i),this._offsetPrev=a*h,this._offsetNext=n*h}interpolate_(e,t,i,r){let a=this.resultBuffer,n=this.sampleValues,s=this.valueSize,o=e*s,l=o-s,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,c=this._weightNext,p=(i-t)/(r-t),g=p*p,x=g*p,m=-d*x+2*d*g-d*p,f=(1+d)*x+(-1.5-2*d)*g+(-.5+d)*p+1,E=(-1-c)*x+(1.5+c)*g+.5*p,T=c*x-c*g;for(let y=0;y!==s;++y)a[y]=m*n[h+y]+f*n[l+y]+E*n[o+y]+T*n[u+y];return a}},cp=class extends Qr{constructor(e,t,i,r){
super(e,t,i,r)}interpolate_(e,t,i,r){let a=this.resultBuffer,n=this.sampleValues,s=this.valueSize,o=e*s,l=o-s,h=(i-t)/(r-t),u=1-h;for(let d=0;d!==s;++d)a[d]=n[l+d]*u+n[o+d]*h;return a}},dp=class extends Qr{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e){return this.copySampleValue_(e-1)}},pp=class extends Qr{interpolate_(e,t,i,r){let a=this.resultBuffer,n=this.sampleValues,s=this.valueSize,o=e*s,l=o-s,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(i-t)/(r-t),g=1-p;for(let x=0;x!==s;++x)
a[x]=n[l+x]*g+n[o+x]*p;return a}let d=s*2,c=e-1;for(let p=0;p!==s;++p){let g=n[l+p],x=n[o+p],m=c*d+p*2,f=u[m],E=u[m+1],T=e*d+p*2,y=h[T],w=h[T+1],C=mp(i,t,f,y,r);a[p]=nu(C,g,E,w,x)}return a}};function nu(e,t,i,r,a){let n=1-e;return n*n*n*t+3*n*n*e*i+3*n*e*e*r+e*e*e*a}function fp(e,t,i,r,a){let n=1-e;return 3*n*n*(i-t)+6*n*e*(r-i)+3*e*e*(a-r)}function mp(e,t,i,r,a){let n=(e-t)/(a-t);for(let s=0;s<8;s++){let o=nu(n,t,i,r,a)-e;if(Math.abs(o)<1e-10)break;let l=fp(n,t,i,r,a);if(Math.abs(l)<1e-10)break;
n=Math.max(0,Math.min(1,n-o/l))}return n}var ri=class{constructor(e,t,i,r){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Ci(t,this.TimeBufferType),this.values=Ci(i,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:Ci(
e.times,Array),values:Ci(e.values,Array)};let r=e.getInterpolation();r!==e.DefaultInterpolation&&(i.interpolation=r),Or(e.settings)&&(i.settings={inTangents:Ci(e.settings.inTangents,Array),outTangents:Ci(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new dp(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new cp(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new up(
this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new pp(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case jr:t=this.InterpolantFactoryMethodDiscrete;break;case qa:t=this.InterpolantFactoryMethodLinear;break;case gn:t=this.InterpolantFactoryMethodSmooth;break;case Mo:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){
let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return qe("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return jr;case this.InterpolantFactoryMethodLinear:return qa;case this.InterpolantFactoryMethodSmooth:
return gn;case this.InterpolantFactoryMethodBezier:return Mo}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]+=e;Or(this.settings)&&(nl(this.settings.inTangents,e),nl(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]*=e;Or(this.settings)&&(sl(this.settings.inTangents,e),sl(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,r=i.length,
a=0,n=r-1;for(;a!==r&&i[a]<e;)++a;for(;n!==-1&&i[n]>t;)--n;if(++n,a!==0||n!==r){a>=n&&(n=Math.max(n,1),a=n-1);let s=this.getValueSize();this.times=i.slice(a,n),this.values=this.values.slice(a*s,n*s)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Ye("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,r=this.values,a=i.length;a===0&&(Ye("KeyframeTrack: Track is empty.",this),e=!1);let n=null;for(let s=0;s!==a;s++){let o=i[s];if(typeof o=="number"&&
isNaN(o)){Ye("KeyframeTrack: Time is not a valid number.",this,s,o),e=!1;break}if(n!==null&&n>o){Ye("KeyframeTrack: Out of order keys.",this,s,o,n),e=!1;break}n=o}if(r!==void 0&&wc(r))for(let s=0,o=r.length;s!==o;++s){let l=r[s];if(isNaN(l)){Ye("KeyframeTrack: Value is not a valid number.",this,s,l),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),r=this.getInterpolation()===gn,a=e.length-1,n=1;for(let s=1;s<a;++s){let o=!1,l=e[s],h=e[s+1];if(l!==
h&&(s!==1||l!==e[0]))if(r)o=!0;else{let u=s*i,d=u-i,c=u+i;for(let p=0;p!==i;++p){let g=t[u+p];if(g!==t[d+p]||g!==t[c+p]){o=!0;break}}}if(o){if(s!==n){e[n]=e[s];let u=s*i,d=n*i;for(let c=0;c!==i;++c)t[d+c]=t[u+c]}++n}}if(a>0){e[n]=e[a];for(let s=a*i,o=n*i,l=0;l!==i;++l)t[o+l]=t[s+l];++n}return n!==e.length?(this.times=e.slice(0,n),this.values=t.slice(0,n*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,r=new i(this.name,e,t);return r.
createInterpolant=this.createInterpolant,Or(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function nl(e,t){for(let i=0,r=e.length;i!==r;i+=2)e[i]+=t}function sl(e,t){for(let i=0,r=e.length;i!==r;i+=2)e[i]*=t}ri.prototype.ValueTypeName="";ri.prototype.TimeBufferType=Float32Array;ri.prototype.ValueBufferType=Float32Array;ri.prototype.DefaultInterpolation=qa;var br=class extends ri{constructor(e,t,i){super(e,t,i)}};br.prototype.
ValueTypeName="bool";br.prototype.ValueBufferType=Array;br.prototype.DefaultInterpolation=jr;br.prototype.InterpolantFactoryMethodLinear=void 0;br.prototype.InterpolantFactoryMethodSmooth=void 0;var su=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};su.prototype.ValueTypeName="color";var $s=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};$s.prototype.ValueTypeName="number";var gp=class extends Qr{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let a=this.resultBuffer,n=this.
sampleValues,s=this.valueSize,o=(i-t)/(r-t),l=e*s;for(let h=l+s;l!==h;l+=4)Bt.slerpFlat(a,0,n,l-s,n,l,o);return a}},ln=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}InterpolantFactoryMethodLinear(e){return new gp(this.times,this.values,this.getValueSize(),e)}};ln.prototype.ValueTypeName="quaternion";ln.prototype.InterpolantFactoryMethodSmooth=void 0;var Er=class extends ri{constructor(e,t,i){super(e,t,i)}};Er.prototype.ValueTypeName="string";Er.prototype.ValueBufferType=Array;Er.prototype.
DefaultInterpolation=jr;Er.prototype.InterpolantFactoryMethodLinear=void 0;Er.prototype.InterpolantFactoryMethodSmooth=void 0;var eo=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};eo.prototype.ValueTypeName="vector";var vp=class{constructor(e="",t=-1,i=[],r=mc){this.name=e,this.tracks=i,this.duration=t,this.blendMode=r,this.uuid=Di(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],i=e.tracks,r=1/(e.fps||1);for(let n=0,s=i.length;n!==s;++n)t.push(yp(i[n]).scale(
r));let a=new this(e.name,e.duration,t,e.blendMode);return a.uuid=e.uuid,a.userData=JSON.parse(e.userData||"{}"),a}static toJSON(e){let t=[],i=e.tracks,r={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let a=0,n=i.length;a!==n;++a)t.push(ri.toJSON(i[a]));return r}static CreateFromMorphTargetSequence(e,t,i,r){let a=t.length,n=[];for(let s=0;s<a;s++){let o=[],l=[];o.push((s+a-1)%a,s,(s+1)%a),l.push(0,1,0);let h=lp(o);o=al(o,1,h),
l=al(l,1,h),!r&&o[0]===0&&(o.push(a),l.push(l[0])),n.push(new $s(".morphTargetInfluences["+t[s].name+"]",o,l).scale(1/i))}return new this(e,-1,n)}static findByName(e,t){let i=e;if(!Array.isArray(e)){let r=e;i=r.geometry&&r.geometry.animations||r.animations}for(let r=0;r<i.length;r++)if(i[r].name===t)return i[r];return null}static CreateClipsFromMorphTargetSequences(e,t,i){let r={},a=/^([\w-]*?)([\d]+)$/;for(let s=0,o=e.length;s<o;s++){let l=e[s],h=l.name.match(a);if(h&&h.length>1){let u=h[1],d=r[u];
d||(r[u]=d=[]),d.push(l)}}let n=[];for(let s in r)n.push(this.CreateFromMorphTargetSequence(s,r[s],t,i));return n}resetDuration(){let e=this.tracks,t=0;for(let i=0,r=e.length;i!==r;++i){let a=this.tracks[i];t=Math.max(t,a.times[a.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.
length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let i=0;i<this.tracks.length;i++)e.push(this.tracks[i].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function _p(e){switch(e.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return $s;case"vector":case"vector2":case"vector3":case"vector4":return eo;case"col\
or":return su;case"quaternion":return ln;case"bool":case"boolean":return br;case"string":return Er}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+e)}function yp(e){if(e.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let t=_p(e.type);if(e.times===void 0){let r=[],a=[];hp(e.keys,r,a,"value"),e.times=r,e.values=a}let i;return t.parse!==void 0?i=t.parse(e):i=new t(e.name,e.times,e.values,e.interpolation),Or(e.settings)&&(i.settings={inTangents:Ci(
e.settings.inTangents,Float32Array),outTangents:Ci(e.settings.outTangents,Float32Array)}),i}var xp=class{constructor(e,t,i){let r=this,a=!1,n=0,s=0,o,l=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(h){s++,a===!1&&r.onStart!==void 0&&r.onStart(h,n,s),a=!0},this.itemEnd=function(h){n++,r.onProgress!==void 0&&r.onProgress(h,n,s),n===s&&(a=!1,r.onLoad!==void 0&&r.onLoad())},this.itemError=function(h){r.onError!==void 0&&r.onError(
h)},this.resolveURL=function(h){return h=h.normalize("NFC"),o?o(h):h},this.setURLModifier=function(h){return o=h,this},this.addHandler=function(h,u){return l.push(h,u),this},this.removeHandler=function(h){let u=l.indexOf(h);return u!==-1&&l.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=l.length;u<d;u+=2){let c=l[u],p=l[u+1];if(c.global&&(c.lastIndex=0),c.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){
return this._abortController||(this._abortController=new AbortController),this._abortController}},Sp=new xp,Mp=class{constructor(e){this.manager=e!==void 0?e:Sp,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(r,a){i.load(e,r,t,a)})}parse(){}setCrossOrigin(e){
return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Mp.DEFAULT_MATERIAL_NAME="__DEFAULT";var to=class extends Ht{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",
this.color=new Je(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},bp=class extends to{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Ht.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Je(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){
let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Gn=new at,ol=new D,ll=new D,Ep=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new xe(512,512),this.mapType=Wt,this.map=null,this.mapPass=null,this.matrix=new at,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new yr,this._frameExtents=new xe(1,1),this._viewportCount=1,this._viewports=[new ut(0,0,1,1)]}getViewportCount(){
return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;ol.setFromMatrixPosition(e.matrixWorld),t.position.copy(ol),ll.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(ll),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,r){Gn.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix(Gn,e.coordinateSystem,e.reversedDepth);let a=this._frameExtents,n=r?r.z/
a.x:1,s=r?r.w/a.y:1,o=r?r.x/a.x:0,l=r?r.y/a.y:0;e.coordinateSystem===qr||e.reversedDepth?t.set(.5*n,0,0,.5*n+o,0,.5*s,0,.5*s+l,0,0,1,0,0,0,0,1):t.set(.5*n,0,0,.5*n+o,0,.5*s,0,.5*s+l,0,0,.5,.5,0,0,0,1),t.multiply(Gn)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=
e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,
e}},Aa=new D,Ra=new Bt,ai=new D,io=class extends Ht{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new at,this.projectionMatrix=new at,this.projectionMatrixInverse=new at,this.coordinateSystem=ti,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=
e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Aa,Ra,ai),ai.x===1&&ai.y===1&&ai.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Aa,Ra,ai.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Aa,Ra,ai),ai.x===1&&ai.y===1&&ai.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():
this.matrixWorldInverse.compose(Aa,Ra,ai.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ai=new D,hl=new xe,ul=new xe,$t=class extends io{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.
far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Jr*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(fr*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Jr*2*Math.atan(Math.tan(fr*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){
return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){Ai.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ai.x,Ai.y).multiplyScalar(-e/Ai.z),Ai.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Ai.x,Ai.y).multiplyScalar(-e/Ai.z)}getViewSize(e,t){return this.getViewBounds(e,hl,ul),t.subVectors(ul,hl)}setViewOffset(e,t,i,r,a,n){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=
!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=a,this.view.height=n,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(fr*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,a=-.5*r,n=this.view;if(this.view!==null&&this.view.enabled){let o=n.fullWidth,l=n.fullHeight;a+=n.offsetX*r/o,t-=n.offsetY*i/l,r*=n.width/o,i*=n.height/l}
let s=this.filmOffset;s!==0&&(a+=e*s/this.getFilmWidth()),this.projectionMatrix.makePerspective(a,a+r,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,
t.object.filmOffset=this.filmOffset,t}},rn=class extends io{constructor(e=-1,t=1,i=1,r=-1,a=.1,n=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=a,this.far=n,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},
e.view),this}setViewOffset(e,t,i,r,a,n){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=a,this.view.height=n,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/
(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,a=i-e,n=i+e,s=r+t,o=r-t;if(this.view!==null&&this.view.enabled){let l=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;a+=l*this.view.offsetX,n=a+l*this.view.width,s-=h*this.view.offsetY,o=s-h*this.view.height}this.projectionMatrix.makeOrthographic(a,n,s,o,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).
invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Tp=class extends Ep{constructor(){super(new rn(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},wp=class extends to{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.
copy(Ht.DEFAULT_UP),this.updateMatrix(),this.target=new Ht,this.shadow=new Tp}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},Ap=class extends to{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}},or=-90,lr=1,Ds=class extends Ht{constructor(e,t,i){super(),this.type="C\
ubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new $t(or,lr,e,t);r.layers=this.layers,this.add(r);let a=new $t(or,lr,e,t);a.layers=this.layers,this.add(a);let n=new $t(or,lr,e,t);n.layers=this.layers,this.add(n);let s=new $t(or,lr,e,t);s.layers=this.layers,this.add(s);let o=new $t(or,lr,e,t);o.layers=this.layers,this.add(o);let l=new $t(or,lr,e,t);l.layers=this.layers,this.add(l)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),
[i,r,a,n,s,o]=t;for(let l of t)this.remove(l);if(e===ti)i.up.set(0,1,0),i.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),a.up.set(0,0,-1),a.lookAt(0,1,0),n.up.set(0,0,1),n.lookAt(0,-1,0),s.up.set(0,1,0),s.lookAt(0,0,1),o.up.set(0,1,0),o.lookAt(0,0,-1);else if(e===qr)i.up.set(0,-1,0),i.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),a.up.set(0,0,1),a.lookAt(0,1,0),n.up.set(0,0,-1),n.lookAt(0,-1,0),s.up.set(0,-1,0),s.lookAt(0,0,1),o.up.set(0,-1,0),o.lookAt(0,0,-1);else throw new Error("THREE.CubeC\
amera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let l of t)this.add(l),l.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[a,n,s,o,l,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),c=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let g=i.texture.mipmapsAutoUpdate;
i.texture.mipmapsAutoUpdate=!1;let x=!1;e.isWebGLRenderer===!0?x=e.state.buffers.depth.getReversed():x=e.reversedDepthBuffer,e.setRenderTarget(i,0,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,1,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,n),e.setRenderTarget(i,2,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(i,3,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,4,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),
i.texture.mipmapsAutoUpdate=g,e.setRenderTarget(i,5,r),x&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,c),e.xr.enabled=p,i.texture.needsPMREMUpdate=!0}},Rp=class extends $t{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}},ro="\\[\\]\\.:\\/",Cp=new RegExp("["+ro+"]","g"),ao="[^"+ro+"]",Pp="[^"+ro.replace("\\.","")+"]",Lp=/((?:WC+[\/:])*)/.source.replace("WC",ao),Np=/(WCOD+)?/.source.replace("WCOD",Pp),
Dp=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",ao),Ip=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",ao),Up=new RegExp("^"+Lp+Np+Dp+Ip+"$"),Op=["material","materials","bones","map"],Fp=class{constructor(e,t,i){let r=i||_t.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,r=this._bindings[i];r!==void 0&&r.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let r=this._targetGroup.nCachedObjects_,a=i.length;r!==
a;++r)i[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},_t=class dr{constructor(t,i,r){this.path=i,this.parsedPath=r||dr.parseTrackName(i),this.node=dr.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,i,r){return t&&t.isAnimationObjectGroup?
new dr.Composite(t,i,r):new dr(t,i,r)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Cp,"")}static parseTrackName(t){let i=Up.exec(t);if(i===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let r={nodeName:i[2],objectName:i[3],objectIndex:i[4],propertyName:i[5],propertyIndex:i[6]},a=r.nodeName&&r.nodeName.lastIndexOf(".");if(a!==void 0&&a!==-1){let n=r.nodeName.substring(a+1);Op.indexOf(n)!==-1&&(r.nodeName=r.nodeName.substring(0,a),r.objectName=n)}if(r.propertyName===
null||r.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return r}static findNode(t,i){if(i===void 0||i===""||i==="."||i===-1||i===t.name||i===t.uuid)return t;if(t.skeleton){let r=t.skeleton.getBoneByName(i);if(r!==void 0)return r}if(t.children){let r=function(n){for(let s=0;s<n.length;s++){let o=n[s];if(o.name===i||o.uuid===i)return o;let l=r(o.children);if(l)return l}return null},a=r(t.children);if(a)return a}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,i){
t[i]=this.targetObject[this.propertyName]}_getValue_array(t,i){let r=this.resolvedProperty;for(let a=0,n=r.length;a!==n;++a)t[i++]=r[a]}_getValue_arrayElement(t,i){t[i]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,i){this.resolvedProperty.toArray(t,i)}_setValue_direct(t,i){this.targetObject[this.propertyName]=t[i]}_setValue_direct_setNeedsUpdate(t,i){this.targetObject[this.propertyName]=t[i],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,i){this.targetObject[this.
propertyName]=t[i],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,i){let r=this.resolvedProperty;for(let a=0,n=r.length;a!==n;++a)r[a]=t[i++]}_setValue_array_setNeedsUpdate(t,i){let r=this.resolvedProperty;for(let a=0,n=r.length;a!==n;++a)r[a]=t[i++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,i){let r=this.resolvedProperty;for(let a=0,n=r.length;a!==n;++a)r[a]=t[i++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,i){this.resolvedProperty[this.
propertyIndex]=t[i]}_setValue_arrayElement_setNeedsUpdate(t,i){this.resolvedProperty[this.propertyIndex]=t[i],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,i){this.resolvedProperty[this.propertyIndex]=t[i],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,i){this.resolvedProperty.fromArray(t,i)}_setValue_fromArray_setNeedsUpdate(t,i){this.resolvedProperty.fromArray(t,i),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,i){
this.resolvedProperty.fromArray(t,i),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,i){this.bind(),this.getValue(t,i)}_setValue_unbound(t,i){this.bind(),this.setValue(t,i)}bind(){let t=this.node,i=this.parsedPath,r=i.objectName,a=i.propertyName,n=i.propertyIndex;if(t||(t=dr.findNode(this.rootNode,i.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){qe("PropertyBinding: No target node found for track: "+this.path+".");return}
if(r){let h=i.objectIndex;switch(r){case"materials":if(!t.material){Ye("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){Ye("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){Ye("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let u=0;u<t.length;u++)
if(t[u].name===h){h=u;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){Ye("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){Ye("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[r]===void 0){Ye("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[r]}if(h!==void 0){if(t[h]===void 0){Ye("PropertyBinding: Tryin\
g to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[h]}}let s=t[a];if(s===void 0){let h=i.nodeName;Ye("PropertyBinding: Trying to update property for track: "+h+"."+a+" but it wasn't found.",t);return}let o=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?o=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(o=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(n!==void 0){if(a==="morphTargetInfluences"){if(!t.geometry){Ye("PropertyBinding: Ca\
n not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){Ye("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[n]!==void 0&&(n=t.morphTargetDictionary[n])}l=this.BindingType.ArrayElement,this.resolvedProperty=s,this.propertyIndex=n}else s.fromArray!==void 0&&s.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=s):
Array.isArray(s)?(l=this.BindingType.EntireArray,this.resolvedProperty=s):this.propertyName=a;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][o]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};_t.Composite=Fp;_t.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};_t.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};_t.prototype.GetterByBindingType=[_t.
prototype._getValue_direct,_t.prototype._getValue_array,_t.prototype._getValue_arrayElement,_t.prototype._getValue_toArray];_t.prototype.SetterByBindingTypeAndVersioning=[[_t.prototype._setValue_direct,_t.prototype._setValue_direct_setNeedsUpdate,_t.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[_t.prototype._setValue_array,_t.prototype._setValue_array_setNeedsUpdate,_t.prototype._setValue_array_setMatrixWorldNeedsUpdate],[_t.prototype._setValue_arrayElement,_t.prototype._setValue_arrayElement_setNeedsUpdate,
_t.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[_t.prototype._setValue_fromArray,_t.prototype._setValue_fromArray_setNeedsUpdate,_t.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var f_=new Float32Array(1),cl=new at,Bp=class{constructor(e,t,i=0,r=1/0){this.ray=new Ys(e,t),this.near=i,this.far=r,this.camera=null,this.layers=new Js,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?
(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Ye("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return cl.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),
this.ray.direction.set(0,0,-1).applyMatrix4(cl),this}intersectObject(e,t=!0,i=[]){return Is(e,this,i,t),i.sort(dl),i}intersectObjects(e,t=!0,i=[]){for(let r=0,a=e.length;r<a;r++)Is(e[r],this,i,t);return i.sort(dl),i}};function dl(e,t){return e.distance-t.distance}function Is(e,t,i,r){let a=!0;if(e.layers.test(t.layers)&&e.raycast(t,i)===!1&&(a=!1),a===!0&&r===!0){let n=e.children;for(let s=0,o=n.length;s<o;s++)Is(n[s],t,i,!0)}}var m_=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,r){
this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,r){let a=this.elements;return a[0]=e,a[2]=t,a[1]=i,a[3]=r,this}},pl=new xe,fl=class{constructor(e=new xe(1/0,1/0),t=new xe(-1/0,-1/0)){this.isBox2=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){
let i=pl.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=1/0,this.max.x=this.max.y=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y}getCenter(e){return this.isEmpty()?e.set(0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0):e.subVectors(
this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/
(this.max.y-this.min.y))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,pl).distanceTo(e)}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.
min)&&e.max.equals(this.max)}};function ml(e,t,i,r){let a=zp(r);switch(i){case ph:return e*t;case mh:return e*t/a.components*a.byteLength;case Gs:return e*t/a.components*a.byteLength;case ji:return e*t*2/a.components*a.byteLength;case Ws:return e*t*2/a.components*a.byteLength;case fh:return e*t*3/a.components*a.byteLength;case ei:return e*t*4/a.components*a.byteLength;case Xs:return e*t*4/a.components*a.byteLength;case Da:case Ia:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case Ua:case Oa:return Math.
floor((e+3)/4)*Math.floor((t+3)/4)*16;case is:case as:return Math.max(e,16)*Math.max(t,8)/4;case ts:case rs:return Math.max(e,8)*Math.max(t,8)/2;case ns:case ss:case ls:case hs:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case os:case Xa:case us:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case cs:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case ds:return Math.floor((e+4)/5)*Math.floor((t+3)/4)*16;case ps:return Math.floor((e+4)/5)*Math.floor((t+4)/5)*16;case fs:return Math.floor(
(e+5)/6)*Math.floor((t+4)/5)*16;case ms:return Math.floor((e+5)/6)*Math.floor((t+5)/6)*16;case gs:return Math.floor((e+7)/8)*Math.floor((t+4)/5)*16;case vs:return Math.floor((e+7)/8)*Math.floor((t+5)/6)*16;case _s:return Math.floor((e+7)/8)*Math.floor((t+7)/8)*16;case ys:return Math.floor((e+9)/10)*Math.floor((t+4)/5)*16;case xs:return Math.floor((e+9)/10)*Math.floor((t+5)/6)*16;case Ss:return Math.floor((e+9)/10)*Math.floor((t+7)/8)*16;case Ms:return Math.floor((e+9)/10)*Math.floor((t+9)/10)*16;case bs:
return Math.floor((e+11)/12)*Math.floor((t+9)/10)*16;case Es:return Math.floor((e+11)/12)*Math.floor((t+11)/12)*16;case Ts:case ws:case As:return Math.ceil(e/4)*Math.ceil(t/4)*16;case Rs:case Cs:return Math.ceil(e/4)*Math.ceil(t/4)*8;case ja:case Ps:return Math.ceil(e/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${i} format.`)}function zp(e){switch(e){case Wt:case hh:return{byteLength:1,components:1};case Xr:case uh:case ci:return{byteLength:2,components:1};case Vs:case ks:
return{byteLength:2,components:4};case ui:case Hs:case li:return{byteLength:4,components:1};case ch:case dh:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${e}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function ou(){let e=null,t=!1,i=null,r=null;function a(n,s){
r=e.requestAnimationFrame(a),i(n,s)}return{start:function(){t!==!0&&i!==null&&e!==null&&(r=e.requestAnimationFrame(a),t=!0)},stop:function(){e!==null&&e.cancelAnimationFrame(r),t=!1},setAnimationLoop:function(n){i=n},setContext:function(n){e=n}}}function Hp(e){let t=new WeakMap;function i(o,l){let h=o.array,u=o.usage,d=h.byteLength,c=e.createBuffer();e.bindBuffer(l,c),e.bufferData(l,h,u),o.onUploadCallback();let p;if(h instanceof Float32Array)p=e.FLOAT;else if(typeof Float16Array<"u"&&h instanceof
Float16Array)p=e.HALF_FLOAT;else if(h instanceof Uint16Array)o.isFloat16BufferAttribute?p=e.HALF_FLOAT:p=e.UNSIGNED_SHORT;else if(h instanceof Int16Array)p=e.SHORT;else if(h instanceof Uint32Array)p=e.UNSIGNED_INT;else if(h instanceof Int32Array)p=e.INT;else if(h instanceof Int8Array)p=e.BYTE;else if(h instanceof Uint8Array)p=e.UNSIGNED_BYTE;else if(h instanceof Uint8ClampedArray)p=e.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+h);return{buffer:c,type:p,
bytesPerElement:h.BYTES_PER_ELEMENT,version:o.version,size:d}}function r(o,l,h){let u=l.array,d=l.updateRanges;if(e.bindBuffer(h,o),d.length===0)e.bufferSubData(h,0,u);else{d.sort((p,g)=>p.start-g.start);let c=0;for(let p=1;p<d.length;p++){let g=d[c],x=d[p];x.start<=g.start+g.count+1?g.count=Math.max(g.count,x.start+x.count-g.start):(++c,d[c]=x)}d.length=c+1;for(let p=0,g=d.length;p<g;p++){let x=d[p];e.bufferSubData(h,x.start*u.BYTES_PER_ELEMENT,u,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}
function a(o){return o.isInterleavedBufferAttribute&&(o=o.data),t.get(o)}function n(o){o.isInterleavedBufferAttribute&&(o=o.data);let l=t.get(o);l&&(e.deleteBuffer(l.buffer),t.delete(o))}function s(o,l){if(o.isInterleavedBufferAttribute&&(o=o.data),o.isGLBufferAttribute){let u=t.get(o);(!u||u.version<o.version)&&t.set(o,{buffer:o.buffer,type:o.type,bytesPerElement:o.elementSize,version:o.version});return}let h=t.get(o);if(h===void 0)t.set(o,i(o,l));else if(h.version<o.version){if(h.size!==o.array.
byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");r(h.buffer,o,l),h.version=o.version}}return{get:a,remove:n,update:s}}var Vp=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,kp=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Gp=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Wp=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Xp=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,jp=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,qp=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Jp=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Yp=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Kp=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Zp=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Qp=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,$p=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,ef=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,tf=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,rf=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,af=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,nf=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,sf=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,of=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,lf=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,hf=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,uf=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,cf=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,df=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,pf=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,ff=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,mf=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,gf=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,vf="gl_FragColor = linearToOutputTexel( gl_FragColor );",_f=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,yf=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,xf=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Sf=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Mf=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,bf=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ef=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Tf=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,wf=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Af=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Rf=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Cf=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Pf=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Lf=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Nf=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Df=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,If=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Uf=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Of=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Ff=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Bf=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,zf=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Hf=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Vf=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,kf=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Gf=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Wf=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Xf=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,jf=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,qf=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Jf=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Yf=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Kf=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Zf=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Qf=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,$f=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,em=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,tm=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,im=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,rm=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,am=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,nm=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,sm=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,om=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,lm=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,hm=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,um=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,cm=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,dm=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,pm=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,fm=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,mm=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,gm=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,vm=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,_m=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,ym=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,xm=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Sm=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Mm=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,bm=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Em=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Tm=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,wm=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Am=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Rm=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Cm=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Pm=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Lm=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Nm=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Dm=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Im=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Um=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Om=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Fm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Bm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,zm=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Hm=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Vm=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,km=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Gm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Wm=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Xm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,jm=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,qm=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Jm=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Ym=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Km=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Zm=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Qm=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,$m=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,eg=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,tg=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,ig=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rg=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ag=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ng=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,sg=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,og=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,lg=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,hg=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ug=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,cg=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,dg=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,pg=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,fg=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mg=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,gg=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,vg=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,_g=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,yg=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,xg=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,$e={alphahash_fragment:Vp,alphahash_pars_fragment:kp,alphamap_fragment:Gp,alphamap_pars_fragment:Wp,alphatest_fragment:Xp,alphatest_pars_fragment:jp,aomap_fragment:qp,aomap_pars_fragment:Jp,batching_pars_vertex:Yp,batching_vertex:Kp,begin_vertex:Zp,beginnormal_vertex:Qp,bsdfs:$p,iridescence_fragment:ef,bumpmap_pars_fragment:tf,clipping_planes_fragment:rf,clipping_planes_pars_fragment:af,clipping_planes_pars_vertex:nf,clipping_planes_vertex:sf,color_fragment:of,color_pars_fragment:lf,color_pars_vertex:hf,
color_vertex:uf,common:cf,defaultnormal_vertex:df,displacementmap_pars_vertex:pf,displacementmap_vertex:ff,emissivemap_fragment:mf,emissivemap_pars_fragment:gf,colorspace_fragment:vf,colorspace_pars_fragment:_f,envmap_fragment:yf,envmap_common_pars_fragment:xf,envmap_pars_fragment:Sf,envmap_pars_vertex:Mf,envmap_physical_pars_fragment:Df,envmap_vertex:bf,fog_vertex:Ef,fog_pars_vertex:Tf,fog_fragment:wf,fog_pars_fragment:Af,gradientmap_pars_fragment:Rf,lightmap_pars_fragment:Cf,lights_lambert_fragment:Pf,
lights_lambert_pars_fragment:Lf,lights_pars_begin:Nf,lights_toon_fragment:If,lights_toon_pars_fragment:Uf,lights_phong_fragment:Of,lights_phong_pars_fragment:Ff,lights_physical_fragment:Bf,lights_physical_pars_fragment:zf,lights_fragment_begin:Hf,lights_fragment_maps:Vf,lights_fragment_end:kf,lightprobes_pars_fragment:Gf,logdepthbuf_fragment:Wf,logdepthbuf_pars_fragment:Xf,logdepthbuf_pars_vertex:jf,logdepthbuf_vertex:qf,map_fragment:Jf,map_pars_fragment:Yf,map_particle_fragment:Kf,map_particle_pars_fragment:Zf,
metalnessmap_fragment:Qf,metalnessmap_pars_fragment:$f,morphinstance_vertex:em,morphcolor_vertex:tm,morphnormal_vertex:im,morphtarget_pars_vertex:rm,morphtarget_vertex:am,normal_fragment_begin:nm,normal_fragment_maps:sm,normal_pars_fragment:om,normal_pars_vertex:lm,normal_vertex:hm,normalmap_pars_fragment:um,clearcoat_normal_fragment_begin:cm,clearcoat_normal_fragment_maps:dm,clearcoat_pars_fragment:pm,iridescence_pars_fragment:fm,opaque_fragment:mm,packing:gm,premultiplied_alpha_fragment:vm,project_vertex:_m,
dithering_fragment:ym,dithering_pars_fragment:xm,roughnessmap_fragment:Sm,roughnessmap_pars_fragment:Mm,shadowmap_pars_fragment:bm,shadowmap_pars_vertex:Em,shadowmap_vertex:Tm,shadowmask_pars_fragment:wm,skinbase_vertex:Am,skinning_pars_vertex:Rm,skinning_vertex:Cm,skinnormal_vertex:Pm,specularmap_fragment:Lm,specularmap_pars_fragment:Nm,tonemapping_fragment:Dm,tonemapping_pars_fragment:Im,transmission_fragment:Um,transmission_pars_fragment:Om,uv_pars_fragment:Fm,uv_pars_vertex:Bm,uv_vertex:zm,worldpos_vertex:Hm,
background_vert:Vm,background_frag:km,backgroundCube_vert:Gm,backgroundCube_frag:Wm,cube_vert:Xm,cube_frag:jm,depth_vert:qm,depth_frag:Jm,distance_vert:Ym,distance_frag:Km,equirect_vert:Zm,equirect_frag:Qm,linedashed_vert:$m,linedashed_frag:eg,meshbasic_vert:tg,meshbasic_frag:ig,meshlambert_vert:rg,meshlambert_frag:ag,meshmatcap_vert:ng,meshmatcap_frag:sg,meshnormal_vert:og,meshnormal_frag:lg,meshphong_vert:hg,meshphong_frag:ug,meshphysical_vert:cg,meshphysical_frag:dg,meshtoon_vert:pg,meshtoon_frag:fg,
points_vert:mg,points_frag:gg,shadow_vert:vg,shadow_frag:_g,sprite_vert:yg,sprite_frag:xg},Ce={common:{diffuse:{value:new Je(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new Ze},alphaMap:{value:null},alphaMapTransform:{value:new Ze},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new Ze}},envmap:{envMap:{value:null},envMapRotation:{value:new Ze},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{
aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new Ze}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new Ze}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new Ze},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new Ze},normalScale:{value:new xe(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new Ze},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{
emissiveMap:{value:null},emissiveMapTransform:{value:new Ze}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new Ze}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new Ze}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Je(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],
properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},
spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},
skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Je(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new Ze},alphaTest:{value:0},uvTransform:{value:new Ze}},sprite:{diffuse:{value:new Je(16777215)},opacity:{value:1},
center:{value:new xe(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new Ze},alphaMap:{value:null},alphaMapTransform:{value:new Ze},alphaTest:{value:0}}},si={basic:{uniforms:It([Ce.common,Ce.specularmap,Ce.envmap,Ce.aomap,Ce.lightmap,Ce.fog]),vertexShader:$e.meshbasic_vert,fragmentShader:$e.meshbasic_frag},lambert:{uniforms:It([Ce.common,Ce.specularmap,Ce.envmap,Ce.aomap,Ce.lightmap,Ce.emissivemap,Ce.bumpmap,Ce.normalmap,Ce.displacementmap,Ce.fog,Ce.lights,{emissive:{value:new Je(
0)},envMapIntensity:{value:1}}]),vertexShader:$e.meshlambert_vert,fragmentShader:$e.meshlambert_frag},phong:{uniforms:It([Ce.common,Ce.specularmap,Ce.envmap,Ce.aomap,Ce.lightmap,Ce.emissivemap,Ce.bumpmap,Ce.normalmap,Ce.displacementmap,Ce.fog,Ce.lights,{emissive:{value:new Je(0)},specular:{value:new Je(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:$e.meshphong_vert,fragmentShader:$e.meshphong_frag},standard:{uniforms:It([Ce.common,Ce.envmap,Ce.aomap,Ce.lightmap,Ce.emissivemap,
Ce.bumpmap,Ce.normalmap,Ce.displacementmap,Ce.roughnessmap,Ce.metalnessmap,Ce.fog,Ce.lights,{emissive:{value:new Je(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:$e.meshphysical_vert,fragmentShader:$e.meshphysical_frag},toon:{uniforms:It([Ce.common,Ce.aomap,Ce.lightmap,Ce.emissivemap,Ce.bumpmap,Ce.normalmap,Ce.displacementmap,Ce.gradientmap,Ce.fog,Ce.lights,{emissive:{value:new Je(0)}}]),vertexShader:$e.meshtoon_vert,fragmentShader:$e.meshtoon_frag},matcap:{
uniforms:It([Ce.common,Ce.bumpmap,Ce.normalmap,Ce.displacementmap,Ce.fog,{matcap:{value:null}}]),vertexShader:$e.meshmatcap_vert,fragmentShader:$e.meshmatcap_frag},points:{uniforms:It([Ce.points,Ce.fog]),vertexShader:$e.points_vert,fragmentShader:$e.points_frag},dashed:{uniforms:It([Ce.common,Ce.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:$e.linedashed_vert,fragmentShader:$e.linedashed_frag},depth:{uniforms:It([Ce.common,Ce.displacementmap]),vertexShader:$e.depth_vert,
fragmentShader:$e.depth_frag},normal:{uniforms:It([Ce.common,Ce.bumpmap,Ce.normalmap,Ce.displacementmap,{opacity:{value:1}}]),vertexShader:$e.meshnormal_vert,fragmentShader:$e.meshnormal_frag},sprite:{uniforms:It([Ce.sprite,Ce.fog]),vertexShader:$e.sprite_vert,fragmentShader:$e.sprite_frag},background:{uniforms:{uvTransform:{value:new Ze},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:$e.background_vert,fragmentShader:$e.background_frag},backgroundCube:{uniforms:{envMap:{value:null},
backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new Ze}},vertexShader:$e.backgroundCube_vert,fragmentShader:$e.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:$e.cube_vert,fragmentShader:$e.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:$e.equirect_vert,fragmentShader:$e.equirect_frag},distance:{uniforms:It([Ce.common,Ce.displacementmap,{referencePosition:{value:new D},nearDistance:{
value:1},farDistance:{value:1e3}}]),vertexShader:$e.distance_vert,fragmentShader:$e.distance_frag},shadow:{uniforms:It([Ce.lights,Ce.fog,{color:{value:new Je(0)},opacity:{value:1}}]),vertexShader:$e.shadow_vert,fragmentShader:$e.shadow_frag}};si.physical={uniforms:It([si.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new Ze},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new Ze},clearcoatNormalScale:{value:new xe(1,1)},clearcoatRoughness:{
value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new Ze},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new Ze},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new Ze},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{
value:new Ze},sheen:{value:0},sheenColor:{value:new Je(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new Ze},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new Ze},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new Ze},transmissionSamplerSize:{value:new xe},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new Ze},attenuationDistance:{value:0},
attenuationColor:{value:new Je(0)},specularColor:{value:new Je(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new Ze},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new Ze},anisotropyVector:{value:new xe},anisotropyMap:{value:null},anisotropyMapTransform:{value:new Ze}}]),vertexShader:$e.meshphysical_vert,fragmentShader:$e.meshphysical_frag};var Ca={r:0,b:0,g:0},Sg=new at,lu=new Ze;lu.set(-1,0,0,0,1,0,0,0,1);function Mg(e,t,i,r,a,n){
let s=new Je(0),o=a===!0?0:1,l,h,u=null,d=0,c=null;function p(E){let T=E.isScene===!0?E.background:null;if(T&&T.isTexture){let y=E.backgroundBlurriness>0;T=t.get(T,y)}return T}function g(E){let T=!1,y=p(E);y===null?m(s,o):y&&y.isColor&&(m(y,1),T=!0);let w=e.xr.getEnvironmentBlendMode();w==="additive"?i.buffers.color.setClear(0,0,0,1,n):w==="alpha-blend"&&i.buffers.color.setClear(0,0,0,0,n),(e.autoClear||T)&&(i.buffers.depth.setTest(!0),i.buffers.depth.setMask(!0),i.buffers.color.setMask(!0),e.clear(
e.autoClearColor,e.autoClearDepth,e.autoClearStencil))}function x(E,T){let y=p(T);y&&y.isCubeTexture?(h===void 0&&(h=new zt(new sn(1,1,1),new Yi({name:"BackgroundCubeMaterial",uniforms:Mr(si.backgroundCube.uniforms),vertexShader:si.backgroundCube.vertexShader,fragmentShader:si.backgroundCube.fragmentShader,side:Ft,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(w,C,v){this.matrixWorld.copyPosition(
v.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),r.update(h)),h.material.uniforms.envMap.value=y,h.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(Sg.makeRotationFromEuler(T.backgroundRotation)).transpose(),y.isRenderTargetTexture===!1&&h.material.uniforms.backgroundRotation.value.premultiply(
lu),h.material.toneMapped=rt.getTransfer(y.colorSpace)!==ht,(u!==y||d!==y.version||c!==e.toneMapping)&&(h.material.needsUpdate=!0,u=y,d=y.version,c=e.toneMapping),h.layers.enableAll(),E.unshift(h,h.geometry,h.material,0,0,null)):y&&y.isTexture&&(l===void 0&&(l=new zt(new Qs(2,2),new Yi({name:"BackgroundMaterial",uniforms:Mr(si.background.uniforms),vertexShader:si.background.vertexShader,fragmentShader:si.background.fragmentShader,side:Xi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.
deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),r.update(l)),l.material.uniforms.t2D.value=y,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=rt.getTransfer(y.colorSpace)!==ht,y.matrixAutoUpdate===!0&&y.updateMatrix(),l.material.uniforms.uvTransform.value.copy(y.matrix),(u!==y||d!==y.version||c!==e.toneMapping)&&(l.material.needsUpdate=!0,u=y,d=y.version,c=e.toneMapping),l.layers.enableAll(),
E.unshift(l,l.geometry,l.material,0,0,null))}function m(E,T){E.getRGB(Ca,ru(e)),i.buffers.color.setClear(Ca.r,Ca.g,Ca.b,T,n)}function f(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return s},setClearColor:function(E,T=1){s.set(E),o=T,m(s,o)},getClearAlpha:function(){return o},setClearAlpha:function(E){o=E,m(s,o)},render:g,addToRenderList:x,dispose:f}}function bg(e,t){let i=e.getParameter(
e.MAX_VERTEX_ATTRIBS),r={},a=c(null),n=a,s=!1;function o(P,z,X,L,V){let Z=!1,H=d(P,L,X,z);n!==H&&(n=H,h(n.object)),Z=p(P,L,X,V),Z&&g(P,L,X,V),V!==null&&t.update(V,e.ELEMENT_ARRAY_BUFFER),(Z||s)&&(s=!1,y(P,z,X,L),V!==null&&e.bindBuffer(e.ELEMENT_ARRAY_BUFFER,t.get(V).buffer))}function l(){return e.createVertexArray()}function h(P){return e.bindVertexArray(P)}function u(P){return e.deleteVertexArray(P)}function d(P,z,X,L){let V=L.wireframe===!0,Z=r[z.id];Z===void 0&&(Z={},r[z.id]=Z);let H=P.isInstancedMesh===
!0?P.id:0,ue=Z[H];ue===void 0&&(ue={},Z[H]=ue);let q=ue[X.id];q===void 0&&(q={},ue[X.id]=q);let j=q[V];return j===void 0&&(j=c(l()),q[V]=j),j}function c(P){let z=[],X=[],L=[];for(let V=0;V<i;V++)z[V]=0,X[V]=0,L[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:X,attributeDivisors:L,object:P,attributes:{},index:null}}function p(P,z,X,L){let V=n.attributes,Z=z.attributes,H=0,ue=X.getAttributes();for(let q in ue)if(ue[q].location>=0){let j=V[q],se=Z[q];if(se===void 0&&
(q==="instanceMatrix"&&P.instanceMatrix&&(se=P.instanceMatrix),q==="instanceColor"&&P.instanceColor&&(se=P.instanceColor)),j===void 0||j.attribute!==se||se&&j.data!==se.data)return!0;H++}return n.attributesNum!==H||n.index!==L}function g(P,z,X,L){let V={},Z=z.attributes,H=0,ue=X.getAttributes();for(let q in ue)if(ue[q].location>=0){let j=Z[q];j===void 0&&(q==="instanceMatrix"&&P.instanceMatrix&&(j=P.instanceMatrix),q==="instanceColor"&&P.instanceColor&&(j=P.instanceColor));let se={};se.attribute=
j,j&&j.data&&(se.data=j.data),V[q]=se,H++}n.attributes=V,n.attributesNum=H,n.index=L}function x(){let P=n.newAttributes;for(let z=0,X=P.length;z<X;z++)P[z]=0}function m(P){f(P,0)}function f(P,z){let X=n.newAttributes,L=n.enabledAttributes,V=n.attributeDivisors;X[P]=1,L[P]===0&&(e.enableVertexAttribArray(P),L[P]=1),V[P]!==z&&(e.vertexAttribDivisor(P,z),V[P]=z)}function E(){let P=n.newAttributes,z=n.enabledAttributes;for(let X=0,L=z.length;X<L;X++)z[X]!==P[X]&&(e.disableVertexAttribArray(X),z[X]=0)}
function T(P,z,X,L,V,Z,H){H===!0?e.vertexAttribIPointer(P,z,X,V,Z):e.vertexAttribPointer(P,z,X,L,V,Z)}function y(P,z,X,L){x();let V=L.attributes,Z=X.getAttributes(),H=z.defaultAttributeValues;for(let ue in Z){let q=Z[ue];if(q.location>=0){let j=V[ue];if(j===void 0&&(ue==="instanceMatrix"&&P.instanceMatrix&&(j=P.instanceMatrix),ue==="instanceColor"&&P.instanceColor&&(j=P.instanceColor)),j!==void 0){let se=j.normalized,be=j.itemSize,Q=t.get(j);if(Q===void 0)continue;let re=Q.buffer,Se=Q.type,He=Q.
bytesPerElement,Ve=Se===e.INT||Se===e.UNSIGNED_INT||j.gpuType===Hs;if(j.isInterleavedBufferAttribute){let me=j.data,Ke=me.isInterleavedBuffer===!0?me.stride:me.itemSize,et=j.offset;if(me.isInstancedInterleavedBuffer||me.isInstancedBufferAttribute){for(let Ie=0;Ie<q.locationSize;Ie++)f(q.location+Ie,me.meshPerAttribute);P.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=me.meshPerAttribute*me.count)}else for(let Ie=0;Ie<q.locationSize;Ie++)m(q.location+Ie);e.bindBuffer(e.ARRAY_BUFFER,
re);for(let Ie=0;Ie<q.locationSize;Ie++)T(q.location+Ie,be/q.locationSize,Se,se,Ke*He,(et+be/q.locationSize*Ie)*He,Ve)}else{if(j.isInstancedBufferAttribute){for(let me=0;me<q.locationSize;me++)f(q.location+me,j.meshPerAttribute);P.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let me=0;me<q.locationSize;me++)m(q.location+me);e.bindBuffer(e.ARRAY_BUFFER,re);for(let me=0;me<q.locationSize;me++)T(q.location+me,be/q.locationSize,Se,se,be*
He,be/q.locationSize*me*He,Ve)}}else if(H!==void 0){let se=H[ue];if(se!==void 0)switch(se.length){case 2:e.vertexAttrib2fv(q.location,se);break;case 3:e.vertexAttrib3fv(q.location,se);break;case 4:e.vertexAttrib4fv(q.location,se);break;default:e.vertexAttrib1fv(q.location,se)}}}}E()}function w(){A();for(let P in r){let z=r[P];for(let X in z){let L=z[X];for(let V in L){let Z=L[V];for(let H in Z)u(Z[H].object),delete Z[H];delete L[V]}}delete r[P]}}function C(P){if(r[P.id]===void 0)return;let z=r[P.
id];for(let X in z){let L=z[X];for(let V in L){let Z=L[V];for(let H in Z)u(Z[H].object),delete Z[H];delete L[V]}}delete r[P.id]}function v(P){for(let z in r){let X=r[z];for(let L in X){let V=X[L];if(V[P.id]===void 0)continue;let Z=V[P.id];for(let H in Z)u(Z[H].object),delete Z[H];delete V[P.id]}}}function b(P){for(let z in r){let X=r[z],L=P.isInstancedMesh===!0?P.id:0,V=X[L];if(V!==void 0){for(let Z in V){let H=V[Z];for(let ue in H)u(H[ue].object),delete H[ue];delete V[Z]}delete X[L],Object.keys(
X).length===0&&delete r[z]}}}function A(){O(),s=!0,n!==a&&(n=a,h(n.object))}function O(){a.geometry=null,a.program=null,a.wireframe=!1}return{setup:o,reset:A,resetDefaultState:O,dispose:w,releaseStatesOfGeometry:C,releaseStatesOfObject:b,releaseStatesOfProgram:v,initAttributes:x,enableAttribute:m,disableUnusedAttributes:E}}function Eg(e,t,i){let r;function a(l){r=l}function n(l,h){e.drawArrays(r,l,h),i.update(h,r,1)}function s(l,h,u){u!==0&&(e.drawArraysInstanced(r,l,h,u),i.update(h,r,u))}function o(l,h,u){
if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(r,l,0,h,0,u);let d=0;for(let c=0;c<u;c++)d+=h[c];i.update(d,r,1)}this.setMode=a,this.render=n,this.renderInstances=s,this.renderMultiDraw=o}function Tg(e,t,i,r){let a;function n(){if(a!==void 0)return a;if(t.has("EXT_texture_filter_anisotropic")===!0){let v=t.get("EXT_texture_filter_anisotropic");a=e.getParameter(v.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else a=0;return a}function s(v){return!(v!==ei&&r.convert(v)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_FORMAT))}
function o(v){let b=v===ci&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(v!==Wt&&v!==li&&!b&&r.convert(v)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_TYPE))}function l(v){if(v==="highp"){if(e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.HIGH_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.HIGH_FLOAT).precision>0)return"highp";v="mediump"}return v==="mediump"&&e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.MEDIUM_FLOAT).precision>0&&e.getShaderPrecisionFormat(
e.FRAGMENT_SHADER,e.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let h=i.precision!==void 0?i.precision:"highp",u=l(h);u!==h&&(qe("WebGLRenderer:",h,"not supported, using",u,"instead."),h=u);let d=i.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),c=i.logarithmicDepthBuffer===!0&&d===!1;i.reversedDepthBuffer===!0&&d===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),i.logarithmicDepthBuffer===!0&&d===!0&&qe(
"WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let p=e.getParameter(e.MAX_TEXTURE_IMAGE_UNITS),g=e.getParameter(e.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=e.getParameter(e.MAX_TEXTURE_SIZE),m=e.getParameter(e.MAX_CUBE_MAP_TEXTURE_SIZE),f=e.getParameter(e.MAX_VERTEX_ATTRIBS),E=e.getParameter(e.MAX_VERTEX_UNIFORM_VECTORS),T=e.getParameter(e.MAX_VARYING_VECTORS),y=e.getParameter(e.MAX_FRAGMENT_UNIFORM_VECTORS),w=e.getParameter(e.MAX_SAMPLES),C=e.getParameter(e.
SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:n,getMaxPrecision:l,textureFormatReadable:s,textureTypeReadable:o,precision:h,logarithmicDepthBuffer:c,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:g,maxTextureSize:x,maxCubemapSize:m,maxAttributes:f,maxVertexUniforms:E,maxVaryings:T,maxFragmentUniforms:y,maxSamples:w,samples:C}}function wg(e){let t=this,i=null,r=0,a=!1,n=!1,s=new Ri,o=new Ze,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,c){
let p=d.length!==0||c||r!==0||a;return a=c,r=d.length,p},this.beginShadows=function(){n=!0,u(null)},this.endShadows=function(){n=!1},this.setGlobalState=function(d,c){i=u(d,c,0)},this.setState=function(d,c,p){let g=d.clippingPlanes,x=d.clipIntersection,m=d.clipShadows,f=e.get(d);if(!a||g===null||g.length===0||n&&!m)n?u(null):h();else{let E=n?0:r,T=E*4,y=f.clippingState||null;l.value=y,y=u(g,c,T,p);for(let w=0;w!==T;++w)y[w]=i[w];f.clippingState=y,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=
E}};function h(){l.value!==i&&(l.value=i,l.needsUpdate=r>0),t.numPlanes=r,t.numIntersection=0}function u(d,c,p,g){let x=d!==null?d.length:0,m=null;if(x!==0){if(m=l.value,g!==!0||m===null){let f=p+x*4,E=c.matrixWorldInverse;o.getNormalMatrix(E),(m===null||m.length<f)&&(m=new Float32Array(f));for(let T=0,y=p;T!==x;++T,y+=4)s.copy(d[T]).applyMatrix4(E,o),s.normal.toArray(m,y),m[y+3]=s.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=x,t.numIntersection=0,m}}var no=class extends hi{constructor(e=1,t={}){
super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},r=[i,i,i,i,i,i];this.texture=new Ih(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new sn(5,5,5),a=new Yi({name:"CubemapFromEquirect",uniforms:Mr(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Ft,blending:pr});a.uniforms.tEquirect.value=t;let n=new zt(r,a),s=t.minFilter;return t.minFilter===yi&&(t.minFilter=Ut),new Ds(1,10,this).update(e,n),t.minFilter=s,n.geometry.dispose(),n.material.dispose(),this}clear(e,t=!0,i=!0,r=!0){let a=e.getRenderTarget();for(let n=0;n<6;n++)e.setRenderTarget(this,n),e.clear(t,i,r);e.setRenderTarget(a)}},gl=256,
Ag=3,Rg=20,hu=256,uu=16,Cg=3,Pg=new D,Lg=new Je,vl=class cu{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Ds(1,10,null),this._boxMesh=new zt(new sn(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,i=0,r=.1,a=100,n={}){let{size:s=256,position:o=Pg}=n,l=this._renderer;this._setSize(s);let h=this._allocateTarget(),u=this._getSourceTarget(!0);i>
0&&(u.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,c=l.autoClearColor,p=l.autoClearDepth,g=l.autoClearStencil,x=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,x===null&&(t.background=l.getClearColor(Lg));let m=new Ds(r,a,u);return m.position.copy(o),m.update(l,t),l.autoClear=d,l.autoClearColor=c,l.autoClearDepth=p,l.autoClearStencil=g,t.background=x,i>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(h,i)),this._applyPMREM(h),h}fromEquirectangular(t,i=null){
return this._fromTexture(t,i)}fromCubemap(t,i=null){return this._fromTexture(t,i)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=xl(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=yl(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==
null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,i){return i>0?1-Math.sqrt(1-t/i):0}_setSize(t){this._cubeSize=Math.max(gl,xh(t))}_fromTexture(t,i){t.mapping===gr||t.mapping===Wr?this._setSize(t.image.length===0?gl:t.image[0].width||t.image[0].image.width):this._setSize(t.
image.width/4);let r=i||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(r),r}_allocateTarget(){let t=this._cubeSize,i=_l(t,!1,!1),r=Math.log2(t)-Ag;for(let a=0;a<=r;a++)i.texture.mipmaps.push({width:t>>a,height:t>>a});return i.texture.name="PMREM",i.texture.isPMREMTexture=!0,i}_getSourceTarget(t=!1){let i=this._cubeSize,r=this._sourceTarget;return(r===null||r.width!==i||t&&r.depthBuffer===!1)&&(r!==null&&r.dispose(),this._sourceTarget=_l(i,!0,t)),this._sourceTarget}_compileMaterial(t){
this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,i,r){let a=this._boxMesh,n=this._cubeCamera;a.material=r,n.renderTarget=t,n.activeMipmapLevel=i;let s=t.width>>i;t.viewport.set(0,0,s,s),n.update(this._renderer,a),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let i;t.mapping===gr||t.mapping===Wr?(this._cubemapMaterial===null&&(this._cubemapMaterial=xl()),i=this._cubemapMaterial,i.uniforms.flipEnvMap.value=t.isRenderTargetTexture===
!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=yl()),i=this._equirectMaterial),i.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,i)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Ng(),this._integrationMaterial=Dg());let i=this._cubeSize,r=t.texture.mipmaps.length-1,a=this._ggxMaterial.uniforms;a.envMap.value=this._sourceTarget.texture;let n=this._integrationMaterial.uniforms;n.envMap.value=this._sourceTarget.texture,n.sourceLod.value=Math.log2(i/
uu);for(let s=0;s<=r;s++){let o=cu.lodToRoughness(s,r);if(s>r-Cg)n.roughness.value=o,this._renderCube(t,s,this._integrationMaterial);else{let l=o>0?Math.log2(i)+.5*Math.log2(6/(hu*Math.pow(o,4)))+.5:0;a.roughness.value=o,a.lodBias.value=l,this._renderCube(t,s,this._ggxMaterial)}}}_blur(t,i){this._blurMaterial===null&&(this._blurMaterial=Ig());let r=this._blurMaterial,a=r.uniforms,n=this._sourceTarget;a.sigma.value=Math.min(i,Math.PI)/Math.SQRT2,a.envMap.value=n.texture,this._renderCube(t,0,r),a.
envMap.value=t.texture,this._renderCube(n,0,r)}};function _l(e,t,i){return new no(e,{minFilter:yi,generateMipmaps:t,type:ci,colorSpace:Ya,depthBuffer:i})}function $r(e,t,i){return new Yi({name:e,uniforms:t,vertexShader:$e.cube_vert,fragmentShader:i,side:Ft,blending:pr,depthTest:!1,depthWrite:!1})}function Ng(){return $r("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${hu}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Dg(){return $r("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:uu}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Ig(){return $r("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Rg}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function yl(){return $r("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function xl(){return $r("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Ug(e){let t=new WeakMap,i=new WeakMap,r=null;function a(c,p=!1){return c==null?null:p?s(c):n(c)}function n(c){if(c&&c.isTexture){let p=c.mapping;if(p===fn||p===mn)if(t.has(c)){let g=t.get(c).texture;return o(g,c.mapping)}else{let g=c.image;if(g&&g.height>0){let x=new no(g.height);return x.fromEquirectangularTexture(e,c),t.set(c,x),c.addEventListener("dispose",h),o(x.texture,c.mapping)}else return null}}return c}function s(c){if(c&&c.isTexture&&c.isPMREMTexture!==!0){let p=c.mapping,
g=p===fn||p===mn,x=p===gr||p===Wr;if(g||x){let m=i.get(c),f=m!==void 0?m.texture.pmremVersion:0;if(c.isRenderTargetTexture&&c.pmremVersion!==f)return r===null&&(r=new vl(e)),m=g?r.fromEquirectangular(c,m):r.fromCubemap(c,m),m.texture.pmremVersion=c.pmremVersion,i.set(c,m),m.texture;if(m!==void 0)return m.texture;{let E=c.image;return g&&E&&E.height>0||x&&E&&l(E)?(r===null&&(r=new vl(e)),m=g?r.fromEquirectangular(c):r.fromCubemap(c),m.texture.pmremVersion=c.pmremVersion,i.set(c,m),c.addEventListener(
"dispose",u),m.texture):null}}}return c}function o(c,p){return p===fn?c.mapping=gr:p===mn&&(c.mapping=Wr),c}function l(c){let p=0,g=6;for(let x=0;x<g;x++)c[x]!==void 0&&p++;return p===g}function h(c){let p=c.target;p.removeEventListener("dispose",h);let g=t.get(p);g!==void 0&&(t.delete(p),g.dispose())}function u(c){let p=c.target;p.removeEventListener("dispose",u);let g=i.get(p);g!==void 0&&(i.delete(p),g.dispose())}function d(){t=new WeakMap,i=new WeakMap,r!==null&&(r.dispose(),r=null)}return{get:a,
dispose:d}}function Og(e){let t={};function i(r){if(t[r]!==void 0)return t[r];let a=e.getExtension(r);return t[r]=a,a}return{has:function(r){return i(r)!==null},init:function(){i("EXT_color_buffer_float"),i("WEBGL_clip_cull_distance"),i("OES_texture_float_linear"),i("EXT_color_buffer_half_float"),i("WEBGL_multisampled_render_to_texture"),i("WEBGL_render_shared_exponent")},get:function(r){let a=i(r);return a===null&&Fa("WebGLRenderer: "+r+" extension not supported."),a}}}function Fg(e,t,i,r){let a={},
n=new WeakMap,s=new FinalizationRegistry(g=>delete a[g]);function o(g){l(g.target)}function l(g){g.index!==null&&t.remove(g.index);for(let m in g.attributes)t.remove(g.attributes[m]);g.removeEventListener("dispose",o),delete a[g.id],s.unregister(g);let x=n.get(g);x&&(t.remove(x),n.delete(g)),r.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,i.memory.geometries--}function h(g,x){return a[x.id]!==void 0||(x.addEventListener("dispose",o),a[x.id]=new WeakRef(x),
s.register(x,x.id,x),i.memory.geometries++),x}function u(g){let x=g.attributes;for(let m in x)t.update(x[m],e.ARRAY_BUFFER)}function d(g){let x=g.index,m=g.attributes.position,f=0;if(m===void 0)return;let E=x!==null?x.array.length:m.array.length/3-1,T=m.count>=65535?Ph:Ch,y=new T(Math.ceil(E/3)*6,1),w=y.array;if(x!==null){let v=x.array;f=x.version;for(let b=0,A=0;b<E;b+=3){let O=v[b+0],P=v[b+1],z=v[b+2];w[A++]=O,w[A++]=P,w[A++]=P,w[A++]=z,w[A++]=z,w[A++]=O}}else{f=m.version;for(let v=0,b=0;v<E;v+=
3){let A=v+0,O=v+1,P=v+2;w[b++]=A,w[b++]=O,w[b++]=O,w[b++]=P,w[b++]=P,w[b++]=A}}y.version=f;let C=n.get(g);C&&t.remove(C),n.set(g,y)}function c(g){let x=n.get(g);if(x){let m=g.index;m!==null&&x.version<m.version&&d(g)}else d(g);return n.get(g)}function p(){for(let g in a){let x=a[g].deref();x!==void 0&&l(x)}}return{get:h,update:u,getWireframeAttribute:c,dispose:p}}function Bg(e,t,i){let r;function a(d){r=d}let n,s;function o(d){n=d.type,s=d.bytesPerElement}function l(d,c){e.drawElements(r,c,n,d*
s),i.update(c,r,1)}function h(d,c,p){p!==0&&(e.drawElementsInstanced(r,c,n,d*s,p),i.update(c,r,p))}function u(d,c,p){if(p===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(r,c,0,n,d,0,p);let g=0;for(let x=0;x<p;x++)g+=c[x];i.update(g,r,1)}this.setMode=a,this.setIndex=o,this.render=l,this.renderInstances=h,this.renderMultiDraw=u}function zg(e){let t={geometries:0,textures:0},i={frame:0,calls:0,triangles:0,points:0,lines:0};function r(n,s,o){switch(i.calls++,s){case e.TRIANGLES:i.triangles+=
o*(n/3);break;case e.LINES:i.lines+=o*(n/2);break;case e.LINE_STRIP:i.lines+=o*(n-1);break;case e.LINE_LOOP:i.lines+=o*n;break;case e.POINTS:i.points+=o*n;break;default:Ye("WebGLInfo: Unknown draw mode:",s);break}}function a(){i.calls=0,i.triangles=0,i.points=0,i.lines=0}return{memory:t,render:i,programs:null,autoReset:!0,reset:a,update:r}}function Hg(e,t,i){let r=new WeakMap,a=new ut;function n(s,o,l){let h=s.morphTargetInfluences,u=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.
color,d=u!==void 0?u.length:0,c=r.get(o);if(c===void 0||c.count!==d){let p=function(){b.dispose(),r.delete(o),o.removeEventListener("dispose",p)};c!==void 0&&c.texture.dispose();let g=o.morphAttributes.position!==void 0,x=o.morphAttributes.normal!==void 0,m=o.morphAttributes.color!==void 0,f=o.morphAttributes.position||[],E=o.morphAttributes.normal||[],T=o.morphAttributes.color||[],y=0;g===!0&&(y=1),x===!0&&(y=2),m===!0&&(y=3);let w=o.attributes.position.count*y,C=1;w>t.maxTextureSize&&(C=Math.ceil(
w/t.maxTextureSize),w=t.maxTextureSize);let v=new Float32Array(w*C*4*d),b=new Eh(v,w,C,d);b.type=li,b.needsUpdate=!0;let A=y*4;for(let O=0;O<d;O++){let P=f[O],z=E[O],X=T[O],L=w*C*4*O;for(let V=0;V<P.count;V++){let Z=V*A;g===!0&&(a.fromBufferAttribute(P,V),v[L+Z+0]=a.x,v[L+Z+1]=a.y,v[L+Z+2]=a.z,v[L+Z+3]=0),x===!0&&(a.fromBufferAttribute(z,V),v[L+Z+4]=a.x,v[L+Z+5]=a.y,v[L+Z+6]=a.z,v[L+Z+7]=0),m===!0&&(a.fromBufferAttribute(X,V),v[L+Z+8]=a.x,v[L+Z+9]=a.y,v[L+Z+10]=a.z,v[L+Z+11]=X.itemSize===4?a.w:1)}}
c={count:d,texture:b,size:new xe(w,C)},r.set(o,c),o.addEventListener("dispose",p)}if(s.isInstancedMesh===!0&&s.morphTexture!==null)l.getUniforms().setValue(e,"morphTexture",s.morphTexture,i);else{let p=0;for(let x=0;x<h.length;x++)p+=h[x];let g=o.morphTargetsRelative?1:1-p;l.getUniforms().setValue(e,"morphTargetBaseInfluence",g),l.getUniforms().setValue(e,"morphTargetInfluences",h)}l.getUniforms().setValue(e,"morphTargetsTexture",c.texture,i),l.getUniforms().setValue(e,"morphTargetsTextureSize",
c.size)}return{update:n}}function Vg(e,t,i,r,a){let n=new WeakMap;function s(h){let u=a.render.frame,d=h.geometry,c=t.get(h,d);if(n.get(c)!==u&&(t.update(c),n.set(c,u)),h.isInstancedMesh&&(h.hasEventListener("dispose",l)===!1&&h.addEventListener("dispose",l),n.get(h)!==u&&(i.update(h.instanceMatrix,e.ARRAY_BUFFER),h.instanceColor!==null&&i.update(h.instanceColor,e.ARRAY_BUFFER),n.set(h,u))),h.isSkinnedMesh){let p=h.skeleton;n.get(p)!==u&&(p.update(),n.set(p,u))}return c}function o(){n=new WeakMap}
function l(h){let u=h.target;u.removeEventListener("dispose",l),r.releaseStatesOfObject(u),i.remove(u.instanceMatrix),u.instanceColor!==null&&i.remove(u.instanceColor)}return{update:s,dispose:o}}var kg={[eh]:"LINEAR_TONE_MAPPING",[th]:"REINHARD_TONE_MAPPING",[ih]:"CINEON_TONE_MAPPING",[rh]:"ACES_FILMIC_TONE_MAPPING",[nh]:"AGX_TONE_MAPPING",[sh]:"NEUTRAL_TONE_MAPPING",[ah]:"CUSTOM_TONE_MAPPING"};function Gg(e,t,i,r,a,n){let s=new hi(t,i,{type:e,depthBuffer:a,stencilBuffer:n,samples:r?4:0,storeMultisampledDepthBuffer:!1,
storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),o=null,l=null,h=null,u=new Lt;u.setAttribute("position",new pt([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new pt([0,2,0,0,2,0],2));let d=new ap({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),c=new zt(u,d),p=new rn(-1,1,1,-1,0,1),g=null,x=null,m=!1,f,E=null,T=[],y=!1;this.setSize=function(w,C){s.setSize(w,C),o!==null&&o.setSize(w,C),l!==null&&l.setSize(w,C);for(let v=0;v<T.length;v++){let b=T[v];b.setSize&&b.setSize(w,C)}},this.setEffects=function(w){T=w,y=T.length>0&&T[0].isRenderPass===!0;let C=s.width,v=s.height;T.length>0&&o===null&&(o=new hi(C,v,{type:ci,depthBuffer:!1,stencilBuffer:!1}),l=new hi(C,v,{type:ci,depthBuffer:!1,stencilBuffer:!1}));
let b=a===!0&&T.some(A=>A.needsDepthTexture===!0);b!==(s.depthTexture!==null)&&(b===!0&&h===null&&(h=new xr(C,v),n===!0&&(h.format=Pi,h.type=vr)),s.dispose(),s.depthTexture=b?h:null,s.resolveDepthBuffer=b,s.storeMultisampledDepthBuffer=b);for(let A=0;A<T.length;A++){let O=T[A];O.setSize&&O.setSize(C,v),b&&O.needsDepthTexture===!0&&O.setDepthTexture&&O.setDepthTexture(h)}},this.begin=function(w,C){if(m||w.toneMapping===xi&&T.length===0)return!1;if(E=C,C!==null){let v=C.width,b=C.height;(s.width!==
v||s.height!==b)&&this.setSize(v,b)}return y===!1&&w.setRenderTarget(s),f=w.toneMapping,w.toneMapping=xi,!0},this.hasRenderPass=function(){return y},this.end=function(w,C){w.toneMapping=f,m=!0;let v=s,b=o;for(let A=0;A<T.length;A++){let O=T[A];O.enabled!==!1&&(O.render(w,b,v,C),O.needsSwap!==!1&&(v=b,b=b===o?l:o))}if(g!==w.outputColorSpace||x!==w.toneMapping){g=w.outputColorSpace,x=w.toneMapping,d.defines={},rt.getTransfer(g)===ht&&(d.defines.SRGB_TRANSFER="");let A=kg[x];A&&(d.defines[A]=""),d.
needsUpdate=!0}d.uniforms.tDiffuse.value=v.texture,w.setRenderTarget(E),w.render(c,p),E=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){s.dispose(),o!==null&&o.dispose(),l!==null&&l.dispose(),u.dispose(),d.dispose()}}var du=new Jt,pu=new xr(1,1),fu=new Uh(1),mu=new Eh,gu=new Kc,vu=new Ih,Sl=[],Ml=[],bl=new Float32Array(16),El=new Float32Array(9),Tl=new Float32Array(4);function Tr(e,t,i){let r=e[0];if(r<=0||r>0)return e;let a=t*i,n=Sl[a];if(n===void 0&&(n=new Float32Array(
a),Sl[a]=n),t!==0){r.toArray(n,0);for(let s=1,o=0;s!==t;++s)o+=i,e[s].toArray(n,o)}return n}function bt(e,t){if(e.length!==t.length)return!1;for(let i=0,r=e.length;i<r;i++)if(e[i]!==t[i])return!1;return!0}function Et(e,t){for(let i=0,r=t.length;i<r;i++)e[i]=t[i]}function hn(e,t){let i=Ml[t];i===void 0&&(i=new Int32Array(t),Ml[t]=i);for(let r=0;r!==t;++r)i[r]=e.allocateTextureUnit();return i}function Wg(e,t){let i=this.cache;i[0]!==t&&(e.uniform1f(this.addr,t),i[0]=t)}function Xg(e,t){let i=this.
cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y)&&(e.uniform2f(this.addr,t.x,t.y),i[0]=t.x,i[1]=t.y);else{if(bt(i,t))return;e.uniform2fv(this.addr,t),Et(i,t)}}function jg(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z)&&(e.uniform3f(this.addr,t.x,t.y,t.z),i[0]=t.x,i[1]=t.y,i[2]=t.z);else if(t.r!==void 0)(i[0]!==t.r||i[1]!==t.g||i[2]!==t.b)&&(e.uniform3f(this.addr,t.r,t.g,t.b),i[0]=t.r,i[1]=t.g,i[2]=t.b);else{if(bt(i,t))return;e.uniform3fv(this.addr,t),Et(i,t)}}function qg(e,t){
let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z||i[3]!==t.w)&&(e.uniform4f(this.addr,t.x,t.y,t.z,t.w),i[0]=t.x,i[1]=t.y,i[2]=t.z,i[3]=t.w);else{if(bt(i,t))return;e.uniform4fv(this.addr,t),Et(i,t)}}function Jg(e,t){let i=this.cache,r=t.elements;if(r===void 0){if(bt(i,t))return;e.uniformMatrix2fv(this.addr,!1,t),Et(i,t)}else{if(bt(i,r))return;Tl.set(r),e.uniformMatrix2fv(this.addr,!1,Tl),Et(i,r)}}function Yg(e,t){let i=this.cache,r=t.elements;if(r===void 0){if(bt(i,t))return;e.
uniformMatrix3fv(this.addr,!1,t),Et(i,t)}else{if(bt(i,r))return;El.set(r),e.uniformMatrix3fv(this.addr,!1,El),Et(i,r)}}function Kg(e,t){let i=this.cache,r=t.elements;if(r===void 0){if(bt(i,t))return;e.uniformMatrix4fv(this.addr,!1,t),Et(i,t)}else{if(bt(i,r))return;bl.set(r),e.uniformMatrix4fv(this.addr,!1,bl),Et(i,r)}}function Zg(e,t){let i=this.cache;i[0]!==t&&(e.uniform1i(this.addr,t),i[0]=t)}function Qg(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y)&&(e.uniform2i(this.addr,t.x,
t.y),i[0]=t.x,i[1]=t.y);else{if(bt(i,t))return;e.uniform2iv(this.addr,t),Et(i,t)}}function $g(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z)&&(e.uniform3i(this.addr,t.x,t.y,t.z),i[0]=t.x,i[1]=t.y,i[2]=t.z);else{if(bt(i,t))return;e.uniform3iv(this.addr,t),Et(i,t)}}function ev(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z||i[3]!==t.w)&&(e.uniform4i(this.addr,t.x,t.y,t.z,t.w),i[0]=t.x,i[1]=t.y,i[2]=t.z,i[3]=t.w);else{if(bt(i,t))return;e.uniform4iv(
this.addr,t),Et(i,t)}}function tv(e,t){let i=this.cache;i[0]!==t&&(e.uniform1ui(this.addr,t),i[0]=t)}function iv(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y)&&(e.uniform2ui(this.addr,t.x,t.y),i[0]=t.x,i[1]=t.y);else{if(bt(i,t))return;e.uniform2uiv(this.addr,t),Et(i,t)}}function rv(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z)&&(e.uniform3ui(this.addr,t.x,t.y,t.z),i[0]=t.x,i[1]=t.y,i[2]=t.z);else{if(bt(i,t))return;e.uniform3uiv(this.addr,t),Et(i,t)}}
function av(e,t){let i=this.cache;if(t.x!==void 0)(i[0]!==t.x||i[1]!==t.y||i[2]!==t.z||i[3]!==t.w)&&(e.uniform4ui(this.addr,t.x,t.y,t.z,t.w),i[0]=t.x,i[1]=t.y,i[2]=t.z,i[3]=t.w);else{if(bt(i,t))return;e.uniform4uiv(this.addr,t),Et(i,t)}}function un(e){return e.version===0&&(e.compareFunction=_h,e.needsUpdate=!0),e}function nv(e,t,i){let r=this.cache,a=i.allocateTextureUnit();r[0]!==a&&(e.uniform1i(this.addr,a),r[0]=a);let n;this.type===e.SAMPLER_2D_SHADOW?n=un(pu):n=du,i.setTexture2D(t||n,a)}function sv(e,t,i){
let r=this.cache,a=i.allocateTextureUnit();r[0]!==a&&(e.uniform1i(this.addr,a),r[0]=a),i.setTexture3D(t||gu,a)}function ov(e,t,i){let r=this.cache,a=i.allocateTextureUnit();r[0]!==a&&(e.uniform1i(this.addr,a),r[0]=a);let n;this.type===e.SAMPLER_CUBE_SHADOW?n=un(fu):n=vu,i.setTextureCube(t||n,a)}function lv(e,t,i){let r=this.cache,a=i.allocateTextureUnit();r[0]!==a&&(e.uniform1i(this.addr,a),r[0]=a),i.setTexture2DArray(t||mu,a)}function hv(e){switch(e){case 5126:return Wg;case 35664:return Xg;case 35665:
return jg;case 35666:return qg;case 35674:return Jg;case 35675:return Yg;case 35676:return Kg;case 5124:case 35670:return Zg;case 35667:case 35671:return Qg;case 35668:case 35672:return $g;case 35669:case 35673:return ev;case 5125:return tv;case 36294:return iv;case 36295:return rv;case 36296:return av;case 35678:case 36198:case 36298:case 36306:case 35682:return nv;case 35679:case 36299:case 36307:return sv;case 35680:case 36300:case 36308:case 36293:return ov;case 36289:case 36303:case 36311:case 36292:
return lv}}function uv(e,t){e.uniform1fv(this.addr,t)}function cv(e,t){let i=Tr(t,this.size,2);e.uniform2fv(this.addr,i)}function dv(e,t){let i=Tr(t,this.size,3);e.uniform3fv(this.addr,i)}function pv(e,t){let i=Tr(t,this.size,4);e.uniform4fv(this.addr,i)}function fv(e,t){let i=Tr(t,this.size,4);e.uniformMatrix2fv(this.addr,!1,i)}function mv(e,t){let i=Tr(t,this.size,9);e.uniformMatrix3fv(this.addr,!1,i)}function gv(e,t){let i=Tr(t,this.size,16);e.uniformMatrix4fv(this.addr,!1,i)}function vv(e,t){
e.uniform1iv(this.addr,t)}function _v(e,t){e.uniform2iv(this.addr,t)}function yv(e,t){e.uniform3iv(this.addr,t)}function xv(e,t){e.uniform4iv(this.addr,t)}function Sv(e,t){e.uniform1uiv(this.addr,t)}function Mv(e,t){e.uniform2uiv(this.addr,t)}function bv(e,t){e.uniform3uiv(this.addr,t)}function Ev(e,t){e.uniform4uiv(this.addr,t)}function Tv(e,t,i){let r=this.cache,a=t.length,n=hn(i,a);bt(r,n)||(e.uniform1iv(this.addr,n),Et(r,n));let s;this.type===e.SAMPLER_2D_SHADOW?s=un(pu):s=du;for(let o=0;o!==
a;++o)i.setTexture2D(t[o]||s,n[o])}function wv(e,t,i){let r=this.cache,a=t.length,n=hn(i,a);bt(r,n)||(e.uniform1iv(this.addr,n),Et(r,n));for(let s=0;s!==a;++s)i.setTexture3D(t[s]||gu,n[s])}function Av(e,t,i){let r=this.cache,a=t.length,n=hn(i,a);bt(r,n)||(e.uniform1iv(this.addr,n),Et(r,n));let s;this.type===e.SAMPLER_CUBE_SHADOW?s=un(fu):s=vu;for(let o=0;o!==a;++o)i.setTextureCube(t[o]||s,n[o])}function Rv(e,t,i){let r=this.cache,a=t.length,n=hn(i,a);bt(r,n)||(e.uniform1iv(this.addr,n),Et(r,n));
for(let s=0;s!==a;++s)i.setTexture2DArray(t[s]||mu,n[s])}function Cv(e){switch(e){case 5126:return uv;case 35664:return cv;case 35665:return dv;case 35666:return pv;case 35674:return fv;case 35675:return mv;case 35676:return gv;case 5124:case 35670:return vv;case 35667:case 35671:return _v;case 35668:case 35672:return yv;case 35669:case 35673:return xv;case 5125:return Sv;case 36294:return Mv;case 36295:return bv;case 36296:return Ev;case 35678:case 36198:case 36298:case 36306:case 35682:return Tv;case 35679:case 36299:case 36307:
return wv;case 35680:case 36300:case 36308:case 36293:return Av;case 36289:case 36303:case 36311:case 36292:return Rv}}var Pv=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=hv(t.type)}},Lv=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Cv(t.type)}},Nv=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let a=0,n=r.length;a!==n;++a){let s=r[a];s.setValue(
e,t[s.id],i)}}},Wn=/(\w+)(\])?(\[|\.)?/g;function wl(e,t){e.seq.push(t),e.map[t.id]=t}function Dv(e,t,i){let r=e.name,a=r.length;for(Wn.lastIndex=0;;){let n=Wn.exec(r),s=Wn.lastIndex,o=n[1],l=n[2]==="]",h=n[3];if(l&&(o=o|0),h===void 0||h==="["&&s+2===a){wl(i,h===void 0?new Pv(o,e,t):new Lv(o,e,t));break}else{let u=i.map[o];u===void 0&&(u=new Nv(o),wl(i,u)),i=u}}}var Ha=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let n=0;n<i;++n){let s=e.getActiveUniform(
t,n),o=e.getUniformLocation(t,s.name);Dv(s,o,this)}let r=[],a=[];for(let n of this.seq)n.type===e.SAMPLER_2D_SHADOW||n.type===e.SAMPLER_CUBE_SHADOW||n.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(n):a.push(n);r.length>0&&(this.seq=r.concat(a))}setValue(e,t,i,r){let a=this.map[t];a!==void 0&&a.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let a=0,n=t.length;a!==n;++a){let s=t[a],o=i[s.id];o.needsUpdate!==!1&&s.setValue(e,o.value,r)}}static seqWithValue(e,t){
let i=[];for(let r=0,a=e.length;r!==a;++r){let n=e[r];n.id in t&&i.push(n)}return i}};function Al(e,t,i){let r=e.createShader(t);return e.shaderSource(r,i),e.compileShader(r),r}var Iv=37297,Uv=0;function Ov(e,t){let i=e.split(`
`),r=[],a=Math.max(t-6,0),n=Math.min(t+6,i.length);for(let s=a;s<n;s++){let o=s+1;r.push(`${o===t?">":" "} ${o}: ${i[s]}`)}return r.join(`
`)}var Rl=new Ze;function Fv(e){rt._getMatrix(Rl,rt.workingColorSpace,e);let t=`mat3( ${Rl.elements.map(i=>i.toFixed(4))} )`;switch(rt.getTransfer(e)){case Ka:return[t,"LinearTransferOETF"];case ht:return[t,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",e),[t,"LinearTransferOETF"]}}function Cl(e,t,i){let r=e.getShaderParameter(t,e.COMPILE_STATUS),a=(e.getShaderInfoLog(t)||"").trim();if(r&&a==="")return"";let n=/ERROR: 0:(\d+)/.exec(a);if(n){let s=parseInt(n[1]);return i.
toUpperCase()+`

`+a+`

`+Ov(e.getShaderSource(t),s)}else return a}function Bv(e,t){let i=Fv(t);return[`vec4 ${e}( vec4 value ) {`,`	return ${i[1]}( vec4( ${i[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var zv={[eh]:"Linear",[th]:"Reinhard",[ih]:"Cineon",[rh]:"ACESFilmic",[nh]:"AgX",[sh]:"Neutral",[ah]:"Custom"};function Hv(e,t){let i=zv[t];return i===void 0?(qe("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+e+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+e+"( vec3 color ) { return "+i+"ToneMapping( color ); }"}var Pa=new D;function Vv(){rt.getLuminanceCoefficients(Pa);let e=Pa.x.toFixed(4),t=Pa.y.toFixed(4),i=Pa.z.toFixed(4);return["float luminance( const in vec3 rgb\
 ) {",`	const vec3 weights = vec3( ${e}, ${t}, ${i} );`,"	return dot( weights, rgb );","}"].join(`
`)}function kv(e){return[e.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",e.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Fr).join(`
`)}function Gv(e){let t=[];for(let i in e){let r=e[i];r!==!1&&t.push("#define "+i+" "+r)}return t.join(`
`)}function Wv(e,t){let i={},r=e.getProgramParameter(t,e.ACTIVE_ATTRIBUTES);for(let a=0;a<r;a++){let n=e.getActiveAttrib(t,a),s=n.name,o=1;n.type===e.FLOAT_MAT2&&(o=2),n.type===e.FLOAT_MAT3&&(o=3),n.type===e.FLOAT_MAT4&&(o=4),i[s]={type:n.type,location:e.getAttribLocation(t,s),locationSize:o}}return i}function Fr(e){return e!==""}function Pl(e,t){let i=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return e.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,
t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,i).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,
t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Ll(e,t){return e.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Xv=/^[ \t]*#include +<([\w\d./]+)>/gm;function Us(e){return e.replace(Xv,jv)}function jv(e,t){let i=$e[t];if(i===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Us(i)}
var qv=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Nl(e){return e.replace(qv,Jv)}function Jv(e,t,i,r){let a="";for(let n=parseInt(t);n<parseInt(i);n++)a+=r.replace(/\[\s*i\s*\]/g,"[ "+n+" ]").replace(/UNROLLED_LOOP_INDEX/g,n);return a}function Dl(e){let t=`precision ${e.precision} float;
	precision ${e.precision} int;
	precision ${e.precision} sampler2D;
	precision ${e.precision} samplerCube;
	precision ${e.precision} sampler3D;
	precision ${e.precision} sampler2DArray;
	precision ${e.precision} sampler2DShadow;
	precision ${e.precision} samplerCubeShadow;
	precision ${e.precision} sampler2DArrayShadow;
	precision ${e.precision} isampler2D;
	precision ${e.precision} isampler3D;
	precision ${e.precision} isamplerCube;
	precision ${e.precision} isampler2DArray;
	precision ${e.precision} usampler2D;
	precision ${e.precision} usampler3D;
	precision ${e.precision} usamplerCube;
	precision ${e.precision} usampler2DArray;
	`;return e.precision==="highp"?t+=`
#define HIGH_PRECISION`:e.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:e.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var Yv={[Br]:"SHADOWMAP_TYPE_PCF",[Dr]:"SHADOWMAP_TYPE_VSM"};function Kv(e){return Yv[e.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Zv={[Wr]:"ENVMAP_MODE_REFRACTION"};function Qv(e){return e.envMap===!1?"ENVMAP_MODE_REFLECTION":Zv[e.envMapMode]||"ENVMAP_MODE_REFLECTION"}var $v={[zs]:"ENVMAP_BLENDING_MULTIPLY",[pc]:"ENVMAP_BLENDING_MIX",[fc]:"ENVMAP_BLENDING_ADD"};function e0(e){return e.envMap===!1?"ENVMAP_BLENDING_NONE":$v[e.combine]||"ENVMAP_BLENDING_NONE"}function t0(e,t,i,r){
let a=e.getContext(),n=i.defines,s=i.vertexShader,o=i.fragmentShader,l=Kv(i),h=i.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=Qv(i),d=e0(i),c=kv(i),p=Gv(n),g=a.createProgram(),x,m,f=i.glslVersion?"#version "+i.glslVersion+`
`:"";i.isRawShaderMaterial?(x=["#define SHADER_TYPE "+i.shaderType,"#define SHADER_NAME "+i.shaderName,p].filter(Fr).join(`
`),x.length>0&&(x+=`
`),m=["#define SHADER_TYPE "+i.shaderType,"#define SHADER_NAME "+i.shaderName,p].filter(Fr).join(`
`),m.length>0&&(m+=`
`)):(x=[Dl(i),"#define SHADER_TYPE "+i.shaderType,"#define SHADER_NAME "+i.shaderName,p,i.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",i.batching?"#define USE_BATCHING":"",i.batchingColor?"#define USE_BATCHING_COLOR":"",i.instancing?"#define USE_INSTANCING":"",i.instancingColor?"#define USE_INSTANCING_COLOR":"",i.instancingMorph?"#define USE_INSTANCING_MORPH":"",i.useFog&&i.fog?"#define USE_FOG":"",i.useFog&&i.fogExp2?"#define FOG_EXP2":"",i.map?"#define USE_MAP":"",i.envMap?"#define\
 USE_ENVMAP":"",i.envMap?"#define "+u:"",i.lightMap?"#define USE_LIGHTMAP":"",i.aoMap?"#define USE_AOMAP":"",i.bumpMap?"#define USE_BUMPMAP":"",i.normalMap?"#define USE_NORMALMAP":"",i.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",i.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",i.displacementMap?"#define USE_DISPLACEMENTMAP":"",i.emissiveMap?"#define USE_EMISSIVEMAP":"",i.anisotropy?"#define USE_ANISOTROPY":"",i.anisotropyMap?"#define USE_ANISOTROPYMAP":"",i.clearcoatMap?
"#define USE_CLEARCOATMAP":"",i.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",i.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",i.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",i.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",i.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",i.specularMap?"#define USE_SPECULARMAP":"",i.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",i.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",i.roughnessMap?
"#define USE_ROUGHNESSMAP":"",i.metalnessMap?"#define USE_METALNESSMAP":"",i.alphaMap?"#define USE_ALPHAMAP":"",i.alphaHash?"#define USE_ALPHAHASH":"",i.transmission?"#define USE_TRANSMISSION":"",i.transmissionMap?"#define USE_TRANSMISSIONMAP":"",i.thicknessMap?"#define USE_THICKNESSMAP":"",i.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",i.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",i.mapUv?"#define MAP_UV "+i.mapUv:"",i.alphaMapUv?"#define ALPHAMAP_UV "+i.alphaMapUv:"",i.lightMapUv?"#\
define LIGHTMAP_UV "+i.lightMapUv:"",i.aoMapUv?"#define AOMAP_UV "+i.aoMapUv:"",i.emissiveMapUv?"#define EMISSIVEMAP_UV "+i.emissiveMapUv:"",i.bumpMapUv?"#define BUMPMAP_UV "+i.bumpMapUv:"",i.normalMapUv?"#define NORMALMAP_UV "+i.normalMapUv:"",i.displacementMapUv?"#define DISPLACEMENTMAP_UV "+i.displacementMapUv:"",i.metalnessMapUv?"#define METALNESSMAP_UV "+i.metalnessMapUv:"",i.roughnessMapUv?"#define ROUGHNESSMAP_UV "+i.roughnessMapUv:"",i.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+i.anisotropyMapUv:
"",i.clearcoatMapUv?"#define CLEARCOATMAP_UV "+i.clearcoatMapUv:"",i.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+i.clearcoatNormalMapUv:"",i.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+i.clearcoatRoughnessMapUv:"",i.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+i.diffuseRoughnessMapUv:"",i.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+i.iridescenceMapUv:"",i.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+i.iridescenceThicknessMapUv:"",i.sheenColorMapUv?
"#define SHEEN_COLORMAP_UV "+i.sheenColorMapUv:"",i.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+i.sheenRoughnessMapUv:"",i.specularMapUv?"#define SPECULARMAP_UV "+i.specularMapUv:"",i.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+i.specularColorMapUv:"",i.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+i.specularIntensityMapUv:"",i.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+i.transmissionMapUv:"",i.thicknessMapUv?"#define THICKNESSMAP_UV "+i.thicknessMapUv:"",i.vertexTangents&&
i.flatShading===!1?"#define USE_TANGENT":"",i.vertexNormals?"#define HAS_NORMAL":"",i.vertexColors?"#define USE_COLOR":"",i.vertexAlphas?"#define USE_COLOR_ALPHA":"",i.vertexUv1s?"#define USE_UV1":"",i.vertexUv2s?"#define USE_UV2":"",i.vertexUv3s?"#define USE_UV3":"",i.pointsUvs?"#define USE_POINTS_UV":"",i.flatShading?"#define FLAT_SHADED":"",i.skinning?"#define USE_SKINNING":"",i.morphTargets?"#define USE_MORPHTARGETS":"",i.morphNormals&&i.flatShading===!1?"#define USE_MORPHNORMALS":"",i.morphColors?
"#define USE_MORPHCOLORS":"",i.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+i.morphTextureStride:"",i.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+i.morphTargetsCount:"",i.doubleSided?"#define DOUBLE_SIDED":"",i.flipSided?"#define FLIP_SIDED":"",i.shadowMapEnabled?"#define USE_SHADOWMAP":"",i.shadowMapEnabled?"#define "+l:"",i.sizeAttenuation?"#define USE_SIZEATTENUATION":"",i.numLightProbes>0?"#define USE_LIGHT_PROBES":"",i.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPT\
H_BUFFER":"",i.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","a\
ttribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Fr).join(`
`),m=[Dl(i),"#define SHADER_TYPE "+i.shaderType,"#define SHADER_NAME "+i.shaderName,p,i.useFog&&i.fog?"#define USE_FOG":"",i.useFog&&i.fogExp2?"#define FOG_EXP2":"",i.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",i.map?"#define USE_MAP":"",i.matcap?"#define USE_MATCAP":"",i.envMap?"#define USE_ENVMAP":"",i.envMap?"#define "+h:"",i.envMap?"#define "+u:"",i.envMap?"#define "+d:"",i.envMapPMREM?"#define ENVMAP_MAX_LOD "+i.envMapMaxLod+".0":"",i.envMapPMREM?"#define ENVMAP_SIZE "+i.envMapSize+".0":
"",i.lightMap?"#define USE_LIGHTMAP":"",i.aoMap?"#define USE_AOMAP":"",i.bumpMap?"#define USE_BUMPMAP":"",i.normalMap?"#define USE_NORMALMAP":"",i.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",i.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",i.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",i.emissiveMap?"#define USE_EMISSIVEMAP":"",i.anisotropy?"#define USE_ANISOTROPY":"",i.anisotropyMap?"#define USE_ANISOTROPYMAP":"",i.clearcoat?"#define USE_CLEARCOAT":"",i.clearcoatMap?
"#define USE_CLEARCOATMAP":"",i.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",i.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",i.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",i.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",i.dispersion?"#define USE_DISPERSION":"",i.retroreflection?"#define USE_RETROREFLECTION":"",i.iridescence?"#define USE_IRIDESCENCE":"",i.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",i.iridescenceThicknessMap?"#define USE_IRIDESCENCE\
_THICKNESSMAP":"",i.specularMap?"#define USE_SPECULARMAP":"",i.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",i.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",i.roughnessMap?"#define USE_ROUGHNESSMAP":"",i.metalnessMap?"#define USE_METALNESSMAP":"",i.alphaMap?"#define USE_ALPHAMAP":"",i.alphaTest?"#define USE_ALPHATEST":"",i.alphaHash?"#define USE_ALPHAHASH":"",i.sheen?"#define USE_SHEEN":"",i.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",i.sheenRoughnessMap?"#define USE_SHEEN_\
ROUGHNESSMAP":"",i.transmission?"#define USE_TRANSMISSION":"",i.transmissionMap?"#define USE_TRANSMISSIONMAP":"",i.thicknessMap?"#define USE_THICKNESSMAP":"",i.vertexTangents&&i.flatShading===!1?"#define USE_TANGENT":"",i.vertexColors||i.instancingColor?"#define USE_COLOR":"",i.vertexAlphas||i.batchingColor?"#define USE_COLOR_ALPHA":"",i.vertexUv1s?"#define USE_UV1":"",i.vertexUv2s?"#define USE_UV2":"",i.vertexUv3s?"#define USE_UV3":"",i.pointsUvs?"#define USE_POINTS_UV":"",i.gradientMap?"#defin\
e USE_GRADIENTMAP":"",i.flatShading?"#define FLAT_SHADED":"",i.doubleSided?"#define DOUBLE_SIDED":"",i.flipSided?"#define FLIP_SIDED":"",i.shadowMapEnabled?"#define USE_SHADOWMAP":"",i.shadowMapEnabled?"#define "+l:"",i.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",i.numLightProbes>0?"#define USE_LIGHT_PROBES":"",i.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",i.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",i.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DE\
PTH_BUFFER":"",i.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",i.toneMapping!==xi?"#define TONE_MAPPING":"",i.toneMapping!==xi?$e.tonemapping_pars_fragment:"",i.toneMapping!==xi?Hv("toneMapping",i.toneMapping):"",i.dithering?"#define DITHERING":"",i.opaque?"#define OPAQUE":"",$e.colorspace_pars_fragment,Bv("linearToOutputTexel",i.outputColorSpace),Vv(),i.useDepthPacking?"#define DEPTH_PACKING "+
i.depthPacking:"",`
`].filter(Fr).join(`
`)),s=Us(s),s=Pl(s,i),s=Ll(s,i),o=Us(o),o=Pl(o,i),o=Ll(o,i),s=Nl(s),o=Nl(o),i.isRawShaderMaterial!==!0&&(f=`#version 300 es
`,x=[c,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+x,m=["#define varying in",i.glslVersion===wo?"":"layout(location = 0) out highp vec4 pc_fragColor;",i.glslVersion===wo?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad",
"#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let E=f+x+s,T=f+m+o,y=Al(a,a.VERTEX_SHADER,E),w=Al(a,a.FRAGMENT_SHADER,T);a.attachShader(g,y),a.attachShader(g,w),i.index0AttributeName!==void 0?a.bindAttribLocation(g,0,i.index0AttributeName):i.hasPositionAttribute===!0&&a.bindAttribLocation(g,0,"position"),a.linkProgram(g);function C(O){if(e.debug.checkShaderErrors){let P=a.getProgramInfoLog(g)||"",z=a.getShaderInfoLog(y)||"",X=a.getShaderInfoLog(w)||"",L=P.trim(),V=z.trim(),Z=X.trim(),H=!0,ue=!0;if(a.getProgramParameter(g,a.LINK_STATUS)===
!1)if(H=!1,typeof e.debug.onShaderError=="function")e.debug.onShaderError(a,g,y,w);else{let q=Cl(a,y,"vertex"),j=Cl(a,w,"fragment");Ye("WebGLProgram: Shader Error "+a.getError()+" - VALIDATE_STATUS "+a.getProgramParameter(g,a.VALIDATE_STATUS)+`

Material Name: `+O.name+`
Material Type: `+O.type+`

Program Info Log: `+L+`
`+q+`
`+j)}else L!==""?qe("WebGLProgram: Program Info Log:",L):(V===""||Z==="")&&(ue=!1);ue&&(O.diagnostics={runnable:H,programLog:L,vertexShader:{log:V,prefix:x},fragmentShader:{log:Z,prefix:m}})}a.deleteShader(y),a.deleteShader(w),v=new Ha(a,g),b=Wv(a,g)}let v;this.getUniforms=function(){return v===void 0&&C(this),v};let b;this.getAttributes=function(){return b===void 0&&C(this),b};let A=i.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return A===!1&&(A=a.getProgramParameter(
g,Iv)),A},this.destroy=function(){r.releaseStatesOfProgram(this),a.deleteProgram(g),this.program=void 0},this.type=i.shaderType,this.name=i.shaderName,this.id=Uv++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=y,this.fragmentShader=w,this}var i0=0,r0=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){
let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,
i=t.get(e);return i===void 0&&(i=new a0(e),t.set(e,i)),i}},a0=class{constructor(e){this.id=i0++,this.code=e,this.usedTimes=0}};function n0(e){return e===ji||e===Xa||e===ja}function s0(e,t,i,r,a,n){let s=new Js,o=new r0,l=new Set,h=[],u=new Map,d=r.logarithmicDepthBuffer,c={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"\
physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function p(v){return l.add(v),v===0?"uv":`uv${v}`}function g(v,b,A,O,P,z){let X=O.fog,L=P.geometry,V=v.isMeshStandardMaterial||v.isMeshLambertMaterial||v.isMeshPhongMaterial?O.environment:null,Z=v.isMeshStandardMaterial||v.isMeshLambertMaterial&&!v.envMap||v.isMeshPhongMaterial&&!v.envMap,H=t.get(v.envMap||V,Z),ue=c[v.type],q=r.precision;
v.precision!==null&&(q=r.getMaxPrecision(v.precision),q!==v.precision&&qe("WebGLProgram.getParameters:",v.precision,"not supported, using",q,"instead."));let j=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,se=j!==void 0?j.length:0,be=0;L.morphAttributes.position!==void 0&&(be=1),L.morphAttributes.normal!==void 0&&(be=2),L.morphAttributes.color!==void 0&&(be=3);let Q,re,Se,He;if(ue){let Pe=si[ue];Q=Pe.vertexShader,re=Pe.fragmentShader}else{Q=v.vertexShader,re=v.fragmentShader;
let Pe=o.getVertexShaderStage(v),ct=o.getFragmentShaderStage(v);o.update(v,Pe,ct),Se=Pe.id,He=ct.id}let Ve=e.getRenderTarget(),me=e.state.buffers.depth.getReversed(),Ke=P.isInstancedMesh===!0,et=P.isBatchedMesh===!0,Ie=!!v.map,nt=!!v.matcap,le=!!H,ge=le&&H.isPMREMTexture===!0,pe=!!v.aoMap,Le=!!v.lightMap,B=!!v.bumpMap&&v.wireframe===!1,W=!!v.normalMap,ee=!!v.displacementMap,ie=!!v.emissiveMap,te=!!v.metalnessMap,Ae=!!v.roughnessMap,R=v.anisotropy>0,ke=v.clearcoat>0,Oe=v.diffuseRoughness>0,Be=v.dispersion>
0,he=v.retroreflectivity>0,Ne=v.iridescence>0,ve=v.sheen>0,Ue=v.transmission>0,Ee=R&&!!v.anisotropyMap,M=ke&&!!v.clearcoatMap,_=ke&&!!v.clearcoatNormalMap,F=ke&&!!v.clearcoatRoughnessMap,$=Oe&&!!v.diffuseRoughnessMap,K=Ne&&!!v.iridescenceMap,de=Ne&&!!v.iridescenceThicknessMap,fe=ve&&!!v.sheenColorMap,I=ve&&!!v.sheenRoughnessMap,ne=!!v.specularMap,_e=!!v.specularColorMap,N=!!v.specularIntensityMap,J=Ue&&!!v.transmissionMap,oe=Ue&&!!v.thicknessMap,ce=!!v.gradientMap,Te=!!v.alphaMap,Me=v.alphaTest>
0,Ge=!!v.alphaHash,ae=!!v.extensions,Xe=xi;v.toneMapped&&(Ve===null||Ve.isXRRenderTarget===!0)&&(Xe=e.toneMapping);let ze=ge?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,Qe={shaderID:ue,shaderType:v.type,shaderName:v.name,vertexShader:Q,fragmentShader:re,defines:v.defines,customVertexShaderID:Se,customFragmentShaderID:He,isRawShaderMaterial:v.isRawShaderMaterial===!0,glslVersion:v.glslVersion,precision:q,batching:et,batchingColor:et&&P._colorsTexture!==null,instancing:Ke,instancingColor:Ke&&
P.instanceColor!==null,instancingMorph:Ke&&P.morphTexture!==null,outputColorSpace:Ve===null?e.outputColorSpace:Ve.isXRRenderTarget===!0?Ve.texture.colorSpace:rt.workingColorSpace,alphaToCoverage:!!v.alphaToCoverage,map:Ie,matcap:nt,envMap:le,envMapMode:le&&H.mapping,envMapPMREM:ge,envMapMaxLod:ge?ze.length-1:null,envMapSize:ge?ze[0].width:null,aoMap:pe,lightMap:Le,bumpMap:B,normalMap:W,displacementMap:ee,emissiveMap:ie,normalMapObjectSpace:W&&v.normalMapType===vc,normalMapTangentSpace:W&&v.normalMapType===
Ja,packedNormalMap:W&&v.normalMapType===Ja&&n0(v.normalMap.format),metalnessMap:te,roughnessMap:Ae,anisotropy:R,anisotropyMap:Ee,clearcoat:ke,clearcoatMap:M,clearcoatNormalMap:_,clearcoatRoughnessMap:F,diffuseRoughness:Oe,diffuseRoughnessMap:$,dispersion:Be,retroreflection:he,iridescence:Ne,iridescenceMap:K,iridescenceThicknessMap:de,sheen:ve,sheenColorMap:fe,sheenRoughnessMap:I,specularMap:ne,specularColorMap:_e,specularIntensityMap:N,transmission:Ue,transmissionMap:J,thicknessMap:oe,gradientMap:ce,
opaque:v.transparent===!1&&v.blending===zr&&v.alphaToCoverage===!1,alphaMap:Te,alphaTest:Me,alphaHash:Ge,combine:v.combine,mapUv:Ie&&p(v.map.channel),aoMapUv:pe&&p(v.aoMap.channel),lightMapUv:Le&&p(v.lightMap.channel),bumpMapUv:B&&p(v.bumpMap.channel),normalMapUv:W&&p(v.normalMap.channel),displacementMapUv:ee&&p(v.displacementMap.channel),emissiveMapUv:ie&&p(v.emissiveMap.channel),metalnessMapUv:te&&p(v.metalnessMap.channel),roughnessMapUv:Ae&&p(v.roughnessMap.channel),anisotropyMapUv:Ee&&p(v.anisotropyMap.
channel),clearcoatMapUv:M&&p(v.clearcoatMap.channel),clearcoatNormalMapUv:_&&p(v.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:F&&p(v.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:$&&p(v.diffuseRoughnessMap.channel),iridescenceMapUv:K&&p(v.iridescenceMap.channel),iridescenceThicknessMapUv:de&&p(v.iridescenceThicknessMap.channel),sheenColorMapUv:fe&&p(v.sheenColorMap.channel),sheenRoughnessMapUv:I&&p(v.sheenRoughnessMap.channel),specularMapUv:ne&&p(v.specularMap.channel),specularColorMapUv:_e&&
p(v.specularColorMap.channel),specularIntensityMapUv:N&&p(v.specularIntensityMap.channel),transmissionMapUv:J&&p(v.transmissionMap.channel),thicknessMapUv:oe&&p(v.thicknessMap.channel),alphaMapUv:Te&&p(v.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(W||R),vertexNormals:!!L.attributes.normal,vertexColors:v.vertexColors,vertexAlphas:v.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:P.isPoints===!0&&!!L.attributes.uv&&(Ie||Te),fog:!!X,useFog:v.fog===!0,
fogExp2:!!X&&X.isFogExp2,flatShading:v.wireframe===!1&&(v.flatShading===!0||L.attributes.normal===void 0&&W===!1&&(v.isMeshLambertMaterial||v.isMeshPhongMaterial||v.isMeshStandardMaterial||v.isMeshPhysicalMaterial)),sizeAttenuation:v.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:me,skinning:P.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.
color!==void 0,morphTargetsCount:se,morphTextureStride:be,numSunLights:b.sun.length,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numSunLightShadows:b.sunShadowMap.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,
numLightProbes:b.numLightProbes,numLightProbeGrids:z.filter(Pe=>Pe.texture!==null).length,numClippingPlanes:n.numPlanes,numClipIntersection:n.numIntersection,dithering:v.dithering,shadowMapEnabled:e.shadowMap.enabled&&A.length>0,shadowMapType:e.shadowMap.type,toneMapping:Xe,decodeVideoTexture:Ie&&v.map.isVideoTexture===!0&&rt.getTransfer(v.map.colorSpace)===ht,decodeVideoTextureEmissive:ie&&v.emissiveMap.isVideoTexture===!0&&rt.getTransfer(v.emissiveMap.colorSpace)===ht,premultipliedAlpha:v.premultipliedAlpha,
doubleSided:v.side===jt,flipSided:v.side===Ft,useDepthPacking:v.depthPacking>=0,depthPacking:v.depthPacking||0,index0AttributeName:v.index0AttributeName,extensionClipCullDistance:ae&&v.extensions.clipCullDistance===!0&&i.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ae&&v.extensions.multiDraw===!0||et)&&i.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:i.has("KHR_parallel_shader_compile"),customProgramCacheKey:v.customProgramCacheKey()};return Qe.vertexUv1s=l.has(1),Qe.vertexUv2s=
l.has(2),Qe.vertexUv3s=l.has(3),l.clear(),Qe}function x(v){let b=[];if(v.shaderID?b.push(v.shaderID):(b.push(v.customVertexShaderID),b.push(v.customFragmentShaderID)),v.defines!==void 0)for(let A in v.defines)b.push(A),b.push(v.defines[A]);return v.isRawShaderMaterial===!1&&(m(b,v),f(b,v),b.push(e.outputColorSpace)),b.push(v.customProgramCacheKey),b.join()}function m(v,b){v.push(b.precision),v.push(b.outputColorSpace),v.push(b.envMapMode),v.push(b.envMapPMREM),v.push(b.envMapMaxLod),v.push(b.envMapSize),
v.push(b.mapUv),v.push(b.alphaMapUv),v.push(b.lightMapUv),v.push(b.aoMapUv),v.push(b.bumpMapUv),v.push(b.normalMapUv),v.push(b.displacementMapUv),v.push(b.emissiveMapUv),v.push(b.metalnessMapUv),v.push(b.roughnessMapUv),v.push(b.anisotropyMapUv),v.push(b.clearcoatMapUv),v.push(b.clearcoatNormalMapUv),v.push(b.clearcoatRoughnessMapUv),v.push(b.diffuseRoughnessMapUv),v.push(b.iridescenceMapUv),v.push(b.iridescenceThicknessMapUv),v.push(b.sheenColorMapUv),v.push(b.sheenRoughnessMapUv),v.push(b.specularMapUv),
v.push(b.specularColorMapUv),v.push(b.specularIntensityMapUv),v.push(b.transmissionMapUv),v.push(b.thicknessMapUv),v.push(b.combine),v.push(b.fogExp2),v.push(b.sizeAttenuation),v.push(b.morphTargetsCount),v.push(b.numSunLights),v.push(b.numDirLights),v.push(b.numPointLights),v.push(b.numSpotLights),v.push(b.numSpotLightMaps),v.push(b.numHemiLights),v.push(b.numRectAreaLights),v.push(b.numSunLightShadows),v.push(b.numDirLightShadows),v.push(b.numPointLightShadows),v.push(b.numSpotLightShadows),v.
push(b.numSpotLightShadowsWithMaps),v.push(b.numLightProbes),v.push(b.numLightProbeGrids),v.push(b.shadowMapType),v.push(b.toneMapping),v.push(b.numClippingPlanes),v.push(b.numClipIntersection),v.push(b.depthPacking)}function f(v,b){s.disableAll(),b.instancing&&s.enable(0),b.instancingColor&&s.enable(1),b.instancingMorph&&s.enable(2),b.matcap&&s.enable(3),b.envMap&&s.enable(4),b.normalMapObjectSpace&&s.enable(5),b.normalMapTangentSpace&&s.enable(6),b.clearcoat&&s.enable(7),b.iridescence&&s.enable(
8),b.alphaTest&&s.enable(9),b.vertexColors&&s.enable(10),b.vertexAlphas&&s.enable(11),b.vertexUv1s&&s.enable(12),b.vertexUv2s&&s.enable(13),b.vertexUv3s&&s.enable(14),b.vertexTangents&&s.enable(15),b.anisotropy&&s.enable(16),b.alphaHash&&s.enable(17),b.batching&&s.enable(18),b.dispersion&&s.enable(19),b.retroreflection&&s.enable(24),b.diffuseRoughness&&s.enable(25),b.batchingColor&&s.enable(20),b.gradientMap&&s.enable(21),b.packedNormalMap&&s.enable(22),b.vertexNormals&&s.enable(23),v.push(s.mask),
s.disableAll(),b.fog&&s.enable(0),b.useFog&&s.enable(1),b.flatShading&&s.enable(2),b.logarithmicDepthBuffer&&s.enable(3),b.reversedDepthBuffer&&s.enable(4),b.skinning&&s.enable(5),b.morphTargets&&s.enable(6),b.morphNormals&&s.enable(7),b.morphColors&&s.enable(8),b.premultipliedAlpha&&s.enable(9),b.shadowMapEnabled&&s.enable(10),b.doubleSided&&s.enable(11),b.flipSided&&s.enable(12),b.useDepthPacking&&s.enable(13),b.dithering&&s.enable(14),b.transmission&&s.enable(15),b.sheen&&s.enable(16),b.opaque&&
s.enable(17),b.pointsUvs&&s.enable(18),b.decodeVideoTexture&&s.enable(19),b.decodeVideoTextureEmissive&&s.enable(20),b.alphaToCoverage&&s.enable(21),b.numLightProbeGrids>0&&s.enable(22),b.hasPositionAttribute&&s.enable(23),v.push(s.mask)}function E(v){let b=c[v.type],A;if(b){let O=si[b];A=tp.clone(O.uniforms)}else A=v.uniforms;return A}function T(v,b){let A=u.get(b);return A!==void 0?++A.usedTimes:(A=new t0(e,b,v,a),h.push(A),u.set(b,A)),A}function y(v){if(--v.usedTimes===0){let b=h.indexOf(v);h[b]=
h[h.length-1],h.pop(),u.delete(v.cacheKey),v.destroy()}}function w(v){o.remove(v)}function C(){o.dispose()}return{getParameters:g,getProgramCacheKey:x,getUniforms:E,acquireProgram:T,releaseProgram:y,releaseShaderCache:w,programs:h,dispose:C}}function o0(){let e=new WeakMap;function t(s){return e.has(s)}function i(s){let o=e.get(s);return o===void 0&&(o={},e.set(s,o)),o}function r(s){e.delete(s)}function a(s,o,l){e.get(s)[o]=l}function n(){e=new WeakMap}return{has:t,get:i,remove:r,update:a,dispose:n}}
function l0(e,t){return e.groupOrder!==t.groupOrder?e.groupOrder-t.groupOrder:e.renderOrder!==t.renderOrder?e.renderOrder-t.renderOrder:e.material.id!==t.material.id?e.material.id-t.material.id:e.materialVariant!==t.materialVariant?e.materialVariant-t.materialVariant:e.z!==t.z?e.z-t.z:e.id-t.id}function Il(e,t){return e.groupOrder!==t.groupOrder?e.groupOrder-t.groupOrder:e.renderOrder!==t.renderOrder?e.renderOrder-t.renderOrder:e.z!==t.z?t.z-e.z:e.id-t.id}function Ul(){let e=[],t=0,i=[],r=[],a=[];
function n(){t=0,i.length=0,r.length=0,a.length=0}function s(c){let p=0;return c.isInstancedMesh&&(p+=2),c.isSkinnedMesh&&(p+=1),p}function o(c,p,g,x,m,f){let E=e[t];return E===void 0?(E={id:c.id,object:c,geometry:p,material:g,materialVariant:s(c),groupOrder:x,renderOrder:c.renderOrder,z:m,group:f},e[t]=E):(E.id=c.id,E.object=c,E.geometry=p,E.material=g,E.materialVariant=s(c),E.groupOrder=x,E.renderOrder=c.renderOrder,E.z=m,E.group=f),t++,E}function l(c,p,g,x,m,f,E){E.reversedDepth===!0&&(m=-m);
let T=o(c,p,g,x,m,f);g.transmission>0?r.push(T):g.transparent===!0?a.push(T):i.push(T)}function h(c,p,g,x,m,f){let E=o(c,p,g,x,m,f);g.transmission>0?r.unshift(E):g.transparent===!0?a.unshift(E):i.unshift(E)}function u(c,p){i.length>1&&i.sort(c||l0),r.length>1&&r.sort(p||Il),a.length>1&&a.sort(p||Il)}function d(){for(let c=t,p=e.length;c<p;c++){let g=e[c];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:i,transmissive:r,transparent:a,init:n,
push:l,unshift:h,finish:d,sort:u}}function h0(){let e=new WeakMap;function t(r,a){let n=e.get(r),s;return n===void 0?(s=new Ul,e.set(r,[s])):a>=n.length?(s=new Ul,n.push(s)):s=n[a],s}function i(){e=new WeakMap}return{get:t,dispose:i}}function u0(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let i;switch(t.type){case"SunLight":case"DirectionalLight":i={direction:new D,color:new Je};break;case"SpotLight":i={position:new D,direction:new D,color:new Je,distance:0,coneCos:0,penumbraCos:0,
decay:0};break;case"PointLight":i={position:new D,color:new Je,distance:0,decay:0};break;case"HemisphereLight":i={direction:new D,skyColor:new Je,groundColor:new Je};break;case"RectAreaLight":i={color:new Je,position:new D,halfWidth:new D,halfHeight:new D};break}return e[t.id]=i,i}}}function c0(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let i;switch(t.type){case"SunLight":case"DirectionalLight":i={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new xe};
break;case"SpotLight":i={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new xe};break;case"PointLight":i={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new xe,shadowCameraNear:1,shadowCameraFar:1e3};break}return e[t.id]=i,i}}}var d0=0;function p0(e,t){return(t.castShadow?2:0)-(e.castShadow?2:0)+(t.map?1:0)-(e.map?1:0)}function f0(e){let t=new u0,i=c0(),r={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,
rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],
hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let h=0;h<9;h++)r.probe.push(new D);let a=new D,n=new at,s=new at;function o(h){let u=0,d=0,c=0;for(let z=0;z<9;z++)r.probe[z].set(0,0,0);let p=0,g=0,x=0,m=0,f=0,E=0,T=0,y=0,w=0,C=0,v=0,b=0,A=0,O=0;h.sort(p0);for(let z=0,X=h.length;z<X;z++){let L=h[z],V=L.color,Z=L.intensity,H=L.distance,ue=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===ji?ue=L.shadow.map.texture:ue=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)
u+=V.r*Z,d+=V.g*Z,c+=V.b*Z;else if(L.isLightProbe){for(let q=0;q<9;q++)r.probe[q].addScaledVector(L.sh.coefficients[q],Z);O++}else if(L.isSunLight){let q=t.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,se=i.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),r.sunShadow[g]=se,r.sunShadowMap[g]=ue;let be=j.getViewportCount();for(let Q=0;Q<
be;Q++)r.sunShadowMatrix[x+Q]=j.getMatrix(Q),r.sunShadowCascade[x+Q]=j._cascadeData[Q];x+=be,g++}r.sun[p]=q,p++}else if(L.isDirectionalLight){let q=t.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,se=i.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,r.directionalShadow[m]=se,r.directionalShadowMap[m]=ue,r.directionalShadowMatrix[m]=L.shadow.matrix,w++}r.directional[m]=
q,m++}else if(L.isSpotLight){let q=t.get(L);q.position.setFromMatrixPosition(L.matrixWorld),q.color.copy(V).multiplyScalar(Z),q.distance=H,q.coneCos=Math.cos(L.angle),q.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),q.decay=L.decay,r.spot[E]=q;let j=L.shadow;if(L.map&&(r.spotLightMap[b]=L.map,b++,j.updateMatrices(L),L.castShadow&&A++),r.spotLightMatrix[E]=j.matrix,L.castShadow){let se=i.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,
se.shadowMapSize=j.mapSize,r.spotShadow[E]=se,r.spotShadowMap[E]=ue,v++}E++}else if(L.isRectAreaLight){let q=t.get(L);q.color.copy(V).multiplyScalar(Z),q.halfWidth.set(L.width*.5,0,0),q.halfHeight.set(0,L.height*.5,0),r.rectArea[T]=q,T++}else if(L.isPointLight){let q=t.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),q.distance=L.distance,q.decay=L.decay,L.castShadow){let j=L.shadow,se=i.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=
j.radius,se.shadowMapSize=j.mapSize,se.shadowCameraNear=j.camera.near,se.shadowCameraFar=j.camera.far,r.pointShadow[f]=se,r.pointShadowMap[f]=ue,r.pointShadowMatrix[f]=L.shadow.matrix,C++}r.point[f]=q,f++}else if(L.isHemisphereLight){let q=t.get(L);q.skyColor.copy(L.color).multiplyScalar(Z),q.groundColor.copy(L.groundColor).multiplyScalar(Z),r.hemi[y]=q,y++}}T>0&&(e.has("OES_texture_float_linear")===!0?(r.rectAreaLTC1=Ce.LTC_FLOAT_1,r.rectAreaLTC2=Ce.LTC_FLOAT_2):(r.rectAreaLTC1=Ce.LTC_HALF_1,r.
rectAreaLTC2=Ce.LTC_HALF_2)),r.ambient[0]=u,r.ambient[1]=d,r.ambient[2]=c;let P=r.hash;(P.sunLength!==p||P.directionalLength!==m||P.pointLength!==f||P.spotLength!==E||P.rectAreaLength!==T||P.hemiLength!==y||P.numSunShadows!==g||P.numDirectionalShadows!==w||P.numPointShadows!==C||P.numSpotShadows!==v||P.numSpotMaps!==b||P.numLightProbes!==O)&&(r.sun.length=p,r.directional.length=m,r.spot.length=E,r.rectArea.length=T,r.point.length=f,r.hemi.length=y,r.sunShadow.length=g,r.sunShadowMap.length=g,r.sunShadowMatrix.
length=x,r.sunShadowCascade.length=x,r.directionalShadow.length=w,r.directionalShadowMap.length=w,r.directionalShadowMatrix.length=w,r.pointShadow.length=C,r.pointShadowMap.length=C,r.pointShadowMatrix.length=C,r.spotShadow.length=v,r.spotShadowMap.length=v,r.spotLightMatrix.length=v+b-A,r.spotLightMap.length=b,r.numSpotLightShadowsWithMaps=A,r.numLightProbes=O,P.sunLength=p,P.directionalLength=m,P.pointLength=f,P.spotLength=E,P.rectAreaLength=T,P.hemiLength=y,P.numSunShadows=g,P.numDirectionalShadows=
w,P.numPointShadows=C,P.numSpotShadows=v,P.numSpotMaps=b,P.numLightProbes=O,r.version=d0++)}function l(h,u){let d=0,c=0,p=0,g=0,x=0,m=0,f=u.matrixWorldInverse;for(let E=0,T=h.length;E<T;E++){let y=h[E];if(y.isSunLight){let w=r.sun[d];w.direction.setFromMatrixPosition(y.matrixWorld),w.direction.transformDirection(f),d++}else if(y.isDirectionalLight){let w=r.directional[c];w.direction.setFromMatrixPosition(y.matrixWorld),a.setFromMatrixPosition(y.target.matrixWorld),w.direction.sub(a),w.direction.
transformDirection(f),c++}else if(y.isSpotLight){let w=r.spot[g];w.position.setFromMatrixPosition(y.matrixWorld),w.position.applyMatrix4(f),w.direction.setFromMatrixPosition(y.matrixWorld),a.setFromMatrixPosition(y.target.matrixWorld),w.direction.sub(a),w.direction.transformDirection(f),g++}else if(y.isRectAreaLight){let w=r.rectArea[x];w.position.setFromMatrixPosition(y.matrixWorld),w.position.applyMatrix4(f),s.identity(),n.copy(y.matrixWorld),n.premultiply(f),s.extractRotation(n),w.halfWidth.set(
y.width*.5,0,0),w.halfHeight.set(0,y.height*.5,0),w.halfWidth.applyMatrix4(s),w.halfHeight.applyMatrix4(s),x++}else if(y.isPointLight){let w=r.point[p];w.position.setFromMatrixPosition(y.matrixWorld),w.position.applyMatrix4(f),p++}else if(y.isHemisphereLight){let w=r.hemi[m];w.direction.setFromMatrixPosition(y.matrixWorld),w.direction.transformDirection(f),m++}}}return{setup:o,setupView:l,state:r}}function Ol(e){let t=new f0(e),i=[],r=[],a=[];function n(d){u.camera=d,i.length=0,r.length=0,a.length=
0}function s(d){d.isLightProbeGrid?a.push(d):i.push(d)}function o(d){r.push(d)}function l(){t.setup(i),a.sort((d,c)=>d.priority-c.priority||d.id-c.id)}function h(d){t.setupView(i,d)}let u={lightsArray:i,shadowsArray:r,lightProbeGridArray:a,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:n,state:u,setupLights:l,setupLightsView:h,pushLight:s,pushShadow:o}}function m0(e){let t=new WeakMap;function i(a,n=0){let s=t.get(a),o;return s===void 0?(o=new Ol(e),t.set(a,[o])):n>=
s.length?(o=new Ol(e),s.push(o)):o=s[n],o}function r(){t=new WeakMap}return{get:i,dispose:r}}var g0=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,v0=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,_0=[new D(1,0,0),new D(-1,0,0),new D(0,1,0),new D(0,-1,0),new D(0,0,1),new D(0,0,-1)],y0=[new D(0,-1,0),new D(0,-1,0),new D(0,0,1),new D(0,0,-1),new D(0,-1,0),new D(0,-1,0)],Fl=new at,Nr=new D,Xn=new D;function x0(e,t,i){let r=new yr,a=new xe,n=new xe,s=new ut,o=new sp,l=new op,h={},u=i.maxTextureSize,d={[Xi]:Ft,[Ft]:Xi,[jt]:jt},c=new Yi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new xe},radius:{value:4}},vertexShader:g0,fragmentShader:v0}),p=c.clone();p.defines.
HORIZONTAL_PASS=1;let g=new Lt;g.setAttribute("position",new qt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new zt(g,c),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Br;let f=this.type;this.render=function(C,v,b){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||C.length===0)return;this.type===Ju&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Br);let A=e.getRenderTarget(),O=e.getActiveCubeFace(),P=e.getActiveMipmapLevel(),
z=e.state;z.setBlending(pr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let X=f!==this.type;X&&v.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(V=>V.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,V=C.length;L<V;L++){let Z=C[L],H=Z.shadow;if(H===void 0){qe("WebGLShadowMap:",Z,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;
a.copy(H.mapSize);let ue=H.getFrameExtents();a.multiply(ue),n.copy(H.mapSize),(a.x>u||a.y>u)&&(a.x>u&&(n.x=Math.floor(u/ue.x),a.x=n.x*ue.x,H.mapSize.x=n.x),a.y>u&&(n.y=Math.floor(u/ue.y),a.y=n.y*ue.y,H.mapSize.y=n.y));let q=e.state.buffers.depth.getReversed();if(H.camera._reversedDepth=q,H.map===null||X===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===Dr){if(Z.isPointLight){qe("WebGLShadowMap: VSM shadow maps a\
re not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new hi(a.x,a.y,{format:ji,type:ci,minFilter:Ut,magFilter:Ut,generateMipmaps:!1}),H.map.texture.name=Z.name+".shadowMap",H.map.depthTexture=new xr(a.x,a.y,li),H.map.depthTexture.name=Z.name+".shadowMapDepth",H.map.depthTexture.format=Li,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=wt,H.map.depthTexture.magFilter=wt}else Z.isPointLight?(H.map=new no(a.x),H.map.depthTexture=new Uh(a.x,ui)):
(H.map=new hi(a.x,a.y),H.map.depthTexture=new xr(a.x,a.y,ui)),H.map.depthTexture.name=Z.name+".shadowMap",H.map.depthTexture.format=Li,this.type===Br?(H.map.depthTexture.compareFunction=q?vh:gh,H.map.depthTexture.minFilter=Ut,H.map.depthTexture.magFilter=Ut):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=wt,H.map.depthTexture.magFilter=wt);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==a.x||H.map.height!==a.y)&&H.map.setSize(a.x,a.y);let j=H.
map.isWebGLCubeRenderTarget?6:H.getViewportCount();Z.isPointLight!==!0&&H.updateMatrices(Z,b);let se=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:b.layers;for(let be=0;be<j;be++){let Q=H.getCamera(be);if(Z.isPointLight){let re=H.camera,Se=H.matrix,He=Z.distance||re.far;He!==re.far&&(re.far=He,re.updateProjectionMatrix()),Nr.setFromMatrixPosition(Z.matrixWorld),re.position.copy(Nr),Xn.copy(re.position),Xn.add(_0[be]),re.up.copy(y0[be]),re.lookAt(Xn),re.updateMatrixWorld(),Se.makeTranslation(
-Nr.x,-Nr.y,-Nr.z),Fl.multiplyMatrices(re.projectionMatrix,re.matrixWorldInverse),H._frustum.setFromProjectionMatrix(Fl,re.coordinateSystem,re.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)e.setRenderTarget(H.map,be),e.clear();else{be===0&&(e.setRenderTarget(H.map),e.clear());let re=H.getViewport(be);s.set(n.x*re.x,n.y*re.y,n.x*re.z,n.y*re.w),z.viewport(s)}r=H.getFrustum(be),y(v,b,Q,Z,se,this.type)}H.isPointLightShadow!==!0&&this.type===Dr&&E(H,b),H.needsUpdate=!1}f=this.type,m.needsUpdate=!1,
e.setRenderTarget(A,O,P)};function E(C,v){let b=t.update(x);c.defines.VSM_SAMPLES!==C.blurSamples&&(c.defines.VSM_SAMPLES=C.blurSamples,p.defines.VSM_SAMPLES=C.blurSamples,c.needsUpdate=!0,p.needsUpdate=!0),C.mapPass===null?C.mapPass=new hi(a.x,a.y,{format:ji,type:ci}):(C.mapPass.width!==C.map.width||C.mapPass.height!==C.map.height)&&C.mapPass.setSize(C.map.width,C.map.height),c.uniforms.shadow_pass.value=C.map.depthTexture,c.uniforms.resolution.value.set(C.map.width,C.map.height),c.uniforms.radius.
value=C.radius,e.setRenderTarget(C.mapPass),e.clear(),e.renderBufferDirect(v,null,b,c,x,null),p.uniforms.shadow_pass.value=C.mapPass.texture,p.uniforms.resolution.value.set(C.map.width,C.map.height),p.uniforms.radius.value=C.radius,e.setRenderTarget(C.map),e.clear(),e.renderBufferDirect(v,null,b,p,x,null)}function T(C,v,b,A){let O=null,P=b.isPointLight===!0?C.customDistanceMaterial:C.customDepthMaterial;if(P!==void 0)O=P;else if(O=b.isPointLight===!0?l:o,e.localClippingEnabled&&v.clipShadows===!0&&
Array.isArray(v.clippingPlanes)&&v.clippingPlanes.length!==0||v.displacementMap&&v.displacementScale!==0||v.alphaMap&&v.alphaTest>0||v.map&&v.alphaTest>0||v.alphaToCoverage===!0){let z=O.uuid,X=v.uuid,L=h[z];L===void 0&&(L={},h[z]=L);let V=L[X];V===void 0&&(V=O.clone(),L[X]=V,v.addEventListener("dispose",w)),O=V}if(O.visible=v.visible,O.wireframe=v.wireframe,A===Dr?O.side=v.shadowSide!==null?v.shadowSide:v.side:O.side=v.shadowSide!==null?v.shadowSide:d[v.side],O.alphaMap=v.alphaMap,O.alphaTest=v.
alphaToCoverage===!0?.5:v.alphaTest,O.map=v.map,O.clipShadows=v.clipShadows,O.clippingPlanes=v.clippingPlanes,O.clipIntersection=v.clipIntersection,O.displacementMap=v.displacementMap,O.displacementScale=v.displacementScale,O.displacementBias=v.displacementBias,O.wireframeLinewidth=v.wireframeLinewidth,O.linewidth=v.linewidth,b.isPointLight===!0&&O.isMeshDistanceMaterial===!0){let z=e.properties.get(O);z.light=b}return O}function y(C,v,b,A,O,P){if(C.visible===!1)return;if(C.layers.test(O)&&(C.isMesh||
C.isLine||C.isPoints)&&(C.castShadow||C.receiveShadow&&P===Dr)&&(!C.frustumCulled||C.intersectsFrustum(r))){C.modelViewMatrix.multiplyMatrices(b.matrixWorldInverse,C.matrixWorld);let X=t.update(C),L=C.material;if(Array.isArray(L)){let V=X.groups;for(let Z=0,H=V.length;Z<H;Z++){let ue=V[Z],q=L[ue.materialIndex];if(q&&q.visible){let j=T(C,q,A,P);C.onBeforeShadow(e,C,v,b,X,j,ue),e.renderBufferDirect(b,null,X,j,C,ue),C.onAfterShadow(e,C,v,b,X,j,ue)}}}else if(L.visible){let V=T(C,L,A,P);C.onBeforeShadow(
e,C,v,b,X,V,null),e.renderBufferDirect(b,null,X,V,C,null),C.onAfterShadow(e,C,v,b,X,V,null)}}let z=C.children;for(let X=0,L=z.length;X<L;X++)y(z[X],v,b,A,O,P)}function w(C){C.target.removeEventListener("dispose",w);for(let v in h){let b=h[v],A=C.target.uuid;A in b&&(b[A].dispose(),delete b[A])}}}function S0(e,t){function i(){let N=!1,J=new ut,oe=null,ce=new ut(0,0,0,0);return{setMask:function(Te){oe!==Te&&!N&&(e.colorMask(Te,Te,Te,Te),oe=Te)},setLocked:function(Te){N=Te},setClear:function(Te,Me,Ge,ae,Xe){
Xe===!0&&(Te*=ae,Me*=ae,Ge*=ae),J.set(Te,Me,Ge,ae),ce.equals(J)===!1&&(e.clearColor(Te,Me,Ge,ae),ce.copy(J))},reset:function(){N=!1,oe=null,ce.set(-1,0,0,0)}}}function r(){let N=!1,J=!1,oe=null,ce=null,Te=null;return{setReversed:function(Me){if(J!==Me){let Ge=t.get("EXT_clip_control");Me?Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.ZERO_TO_ONE_EXT):Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.NEGATIVE_ONE_TO_ONE_EXT),J=Me;let ae=Te;Te=null,this.setClear(ae)}},getReversed:function(){return J},setTest:function(Me){
Me?me(e.DEPTH_TEST):Ke(e.DEPTH_TEST)},setMask:function(Me){oe!==Me&&!N&&(e.depthMask(Me),oe=Me)},setFunc:function(Me){if(J&&(Me=Cc[Me]),ce!==Me){switch(Me){case Jn:e.depthFunc(e.NEVER);break;case Yn:e.depthFunc(e.ALWAYS);break;case Kn:e.depthFunc(e.LESS);break;case Gr:e.depthFunc(e.LEQUAL);break;case Zn:e.depthFunc(e.EQUAL);break;case Qn:e.depthFunc(e.GEQUAL);break;case $n:e.depthFunc(e.GREATER);break;case es:e.depthFunc(e.NOTEQUAL);break;default:e.depthFunc(e.LEQUAL)}ce=Me}},setLocked:function(Me){
N=Me},setClear:function(Me){Te!==Me&&(Te=Me,J&&(Me=1-Me),e.clearDepth(Me))},reset:function(){N=!1,oe=null,ce=null,Te=null,J=!1}}}function a(){let N=!1,J=null,oe=null,ce=null,Te=null,Me=null,Ge=null,ae=null,Xe=null;return{setTest:function(ze){N||(ze?me(e.STENCIL_TEST):Ke(e.STENCIL_TEST))},setMask:function(ze){J!==ze&&!N&&(e.stencilMask(ze),J=ze)},setFunc:function(ze,Qe,Pe){(oe!==ze||ce!==Qe||Te!==Pe)&&(e.stencilFunc(ze,Qe,Pe),oe=ze,ce=Qe,Te=Pe)},setOp:function(ze,Qe,Pe){(Me!==ze||Ge!==Qe||ae!==Pe)&&
(e.stencilOp(ze,Qe,Pe),Me=ze,Ge=Qe,ae=Pe)},setLocked:function(ze){N=ze},setClear:function(ze){Xe!==ze&&(e.clearStencil(ze),Xe=ze)},reset:function(){N=!1,J=null,oe=null,ce=null,Te=null,Me=null,Ge=null,ae=null,Xe=null}}}let n=new i,s=new r,o=new a,l={},h=new WeakMap,u={},d={},c={},p=new WeakMap,g=[],x=null,m=!1,f=null,E=null,T=null,y=null,w=null,C=null,v=null,b=new Je(0,0,0),A=0,O=!1,P=null,z=null,X=null,L=null,V=null,Z=e.getParameter(e.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,ue=0,q=e.getParameter(
e.VERSION);q.indexOf("WebGL")!==-1?(ue=parseFloat(/^WebGL (\d)/.exec(q)[1]),H=ue>=1):q.indexOf("OpenGL ES")!==-1&&(ue=parseFloat(/^OpenGL ES (\d)/.exec(q)[1]),H=ue>=2);let j=null,se={},be=e.getParameter(e.SCISSOR_BOX),Q=e.getParameter(e.VIEWPORT),re=new ut().fromArray(be),Se=new ut().fromArray(Q);function He(N,J,oe,ce){let Te=new Uint8Array(4),Me=e.createTexture();e.bindTexture(N,Me),e.texParameteri(N,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(N,e.TEXTURE_MAG_FILTER,e.NEAREST);for(let Ge=0;Ge<
oe;Ge++)N===e.TEXTURE_3D||N===e.TEXTURE_2D_ARRAY?e.texImage3D(J,0,e.RGBA,1,1,ce,0,e.RGBA,e.UNSIGNED_BYTE,Te):e.texImage2D(J+Ge,0,e.RGBA,1,1,0,e.RGBA,e.UNSIGNED_BYTE,Te);return Me}let Ve={};Ve[e.TEXTURE_2D]=He(e.TEXTURE_2D,e.TEXTURE_2D,1),Ve[e.TEXTURE_CUBE_MAP]=He(e.TEXTURE_CUBE_MAP,e.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ve[e.TEXTURE_2D_ARRAY]=He(e.TEXTURE_2D_ARRAY,e.TEXTURE_2D_ARRAY,1,1),Ve[e.TEXTURE_3D]=He(e.TEXTURE_3D,e.TEXTURE_3D,1,1),n.setClear(0,0,0,1),s.setClear(1),o.setClear(0),me(e.DEPTH_TEST),
s.setFunc(Gr),B(!1),W(_o),me(e.CULL_FACE),pe(pr);function me(N){u[N]!==!0&&(e.enable(N),u[N]=!0)}function Ke(N){u[N]!==!1&&(e.disable(N),u[N]=!1)}function et(N,J){return c[N]!==J?(e.bindFramebuffer(N,J),c[N]=J,N===e.DRAW_FRAMEBUFFER&&(c[e.FRAMEBUFFER]=J),N===e.FRAMEBUFFER&&(c[e.DRAW_FRAMEBUFFER]=J),!0):!1}function Ie(N,J){let oe=g,ce=!1;if(N){oe=p.get(J),oe===void 0&&(oe=[],p.set(J,oe));let Te=N.textures;if(oe.length!==Te.length||oe[0]!==e.COLOR_ATTACHMENT0){for(let Me=0,Ge=Te.length;Me<Ge;Me++)
oe[Me]=e.COLOR_ATTACHMENT0+Me;oe.length=Te.length,ce=!0}}else oe[0]!==e.BACK&&(oe[0]=e.BACK,ce=!0);ce&&e.drawBuffers(oe)}function nt(N){return x!==N?(e.useProgram(N),x=N,!0):!1}let le={[hr]:e.FUNC_ADD,[Ku]:e.FUNC_SUBTRACT,[Zu]:e.FUNC_REVERSE_SUBTRACT};le[Qu]=e.MIN,le[$u]=e.MAX;let ge={[ec]:e.ZERO,[tc]:e.ONE,[ic]:e.SRC_COLOR,[Ql]:e.SRC_ALPHA,[lc]:e.SRC_ALPHA_SATURATE,[sc]:e.DST_COLOR,[ac]:e.DST_ALPHA,[rc]:e.ONE_MINUS_SRC_COLOR,[$l]:e.ONE_MINUS_SRC_ALPHA,[oc]:e.ONE_MINUS_DST_COLOR,[nc]:e.ONE_MINUS_DST_ALPHA,
[hc]:e.CONSTANT_COLOR,[uc]:e.ONE_MINUS_CONSTANT_COLOR,[cc]:e.CONSTANT_ALPHA,[dc]:e.ONE_MINUS_CONSTANT_ALPHA};function pe(N,J,oe,ce,Te,Me,Ge,ae,Xe,ze){if(N===pr){m===!0&&(Ke(e.BLEND),m=!1);return}if(m===!1&&(me(e.BLEND),m=!0),N!==Yu){if(N!==f||ze!==O){if((E!==hr||w!==hr)&&(e.blendEquation(e.FUNC_ADD),E=hr,w=hr),ze)switch(N){case zr:e.blendFuncSeparate(e.ONE,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case yo:e.blendFunc(e.ONE,e.ONE);break;case xo:e.blendFuncSeparate(e.ZERO,e.ONE_MINUS_SRC_COLOR,
e.ZERO,e.ONE);break;case So:e.blendFuncSeparate(e.DST_COLOR,e.ONE_MINUS_SRC_ALPHA,e.ZERO,e.ONE);break;default:Ye("WebGLState: Invalid blending: ",N);break}else switch(N){case zr:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case yo:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE,e.ONE,e.ONE);break;case xo:Ye("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case So:Ye("WebGLState: MultiplyBlending requires material.premultiplied\
Alpha = true");break;default:Ye("WebGLState: Invalid blending: ",N);break}T=null,y=null,C=null,v=null,b.set(0,0,0),A=0,f=N,O=ze}return}Te=Te||J,Me=Me||oe,Ge=Ge||ce,(J!==E||Te!==w)&&(e.blendEquationSeparate(le[J],le[Te]),E=J,w=Te),(oe!==T||ce!==y||Me!==C||Ge!==v)&&(e.blendFuncSeparate(ge[oe],ge[ce],ge[Me],ge[Ge]),T=oe,y=ce,C=Me,v=Ge),(ae.equals(b)===!1||Xe!==A)&&(e.blendColor(ae.r,ae.g,ae.b,Xe),b.copy(ae),A=Xe),f=N,O=!1}function Le(N,J){N.side===jt?Ke(e.CULL_FACE):me(e.CULL_FACE);let oe=N.side===
Ft;J&&(oe=!oe),B(oe),N.blending===zr&&N.transparent===!1?pe(pr):pe(N.blending,N.blendEquation,N.blendSrc,N.blendDst,N.blendEquationAlpha,N.blendSrcAlpha,N.blendDstAlpha,N.blendColor,N.blendAlpha,N.premultipliedAlpha),s.setFunc(N.depthFunc),s.setTest(N.depthTest),s.setMask(N.depthWrite),n.setMask(N.colorWrite);let ce=N.stencilWrite;o.setTest(ce),ce&&(o.setMask(N.stencilWriteMask),o.setFunc(N.stencilFunc,N.stencilRef,N.stencilFuncMask),o.setOp(N.stencilFail,N.stencilZFail,N.stencilZPass)),ie(N.polygonOffset,
N.polygonOffsetFactor,N.polygonOffsetUnits),N.alphaToCoverage===!0?me(e.SAMPLE_ALPHA_TO_COVERAGE):Ke(e.SAMPLE_ALPHA_TO_COVERAGE)}function B(N){P!==N&&(N?e.frontFace(e.CW):e.frontFace(e.CCW),P=N)}function W(N){N!==ju?(me(e.CULL_FACE),N!==z&&(N===_o?e.cullFace(e.BACK):N===qu?e.cullFace(e.FRONT):e.cullFace(e.FRONT_AND_BACK))):Ke(e.CULL_FACE),z=N}function ee(N){N!==X&&(H&&e.lineWidth(N),X=N)}function ie(N,J,oe){N?(me(e.POLYGON_OFFSET_FILL),(L!==J||V!==oe)&&(L=J,V=oe,s.getReversed()&&(J=-J,oe=-oe),e.
polygonOffset(J,oe))):Ke(e.POLYGON_OFFSET_FILL)}function te(N){N?me(e.SCISSOR_TEST):Ke(e.SCISSOR_TEST)}function Ae(N){N===void 0&&(N=e.TEXTURE0+Z-1),j!==N&&(e.activeTexture(N),j=N)}function R(N,J,oe){oe===void 0&&(j===null?oe=e.TEXTURE0+Z-1:oe=j);let ce=se[oe];ce===void 0&&(ce={type:void 0,texture:void 0},se[oe]=ce),(ce.type!==N||ce.texture!==J)&&(j!==oe&&(e.activeTexture(oe),j=oe),e.bindTexture(N,J||Ve[N]),ce.type=N,ce.texture=J)}function ke(){let N=se[j];N!==void 0&&N.type!==void 0&&(e.bindTexture(
N.type,null),N.type=void 0,N.texture=void 0)}function Oe(){try{e.compressedTexImage2D(...arguments)}catch(N){Ye("WebGLState:",N)}}function Be(){try{e.compressedTexImage3D(...arguments)}catch(N){Ye("WebGLState:",N)}}function he(){try{e.texSubImage2D(...arguments)}catch(N){Ye("WebGLState:",N)}}function Ne(){try{e.texSubImage3D(...arguments)}catch(N){Ye("WebGLState:",N)}}function ve(){try{e.compressedTexSubImage2D(...arguments)}catch(N){Ye("WebGLState:",N)}}function Ue(){try{e.compressedTexSubImage3D(
...arguments)}catch(N){Ye("WebGLState:",N)}}function Ee(){try{e.texStorage2D(...arguments)}catch(N){Ye("WebGLState:",N)}}function M(){try{e.texStorage3D(...arguments)}catch(N){Ye("WebGLState:",N)}}function _(){try{e.texImage2D(...arguments)}catch(N){Ye("WebGLState:",N)}}function F(){try{e.texImage3D(...arguments)}catch(N){Ye("WebGLState:",N)}}function $(N){return d[N]!==void 0?d[N]:e.getParameter(N)}function K(N,J){d[N]!==J&&(e.pixelStorei(N,J),d[N]=J)}function de(N){re.equals(N)===!1&&(e.scissor(
N.x,N.y,N.z,N.w),re.copy(N))}function fe(N){Se.equals(N)===!1&&(e.viewport(N.x,N.y,N.z,N.w),Se.copy(N))}function I(N,J){let oe=h.get(J);oe===void 0&&(oe=new WeakMap,h.set(J,oe));let ce=oe.get(N);ce===void 0&&(ce=e.getUniformBlockIndex(J,N.name),e.uniformBlockBinding(J,ce,ce),oe.set(N,ce))}function ne(N,J,oe){let ce=h.get(J).get(N);l[ce]!==oe&&(e.bindBufferBase(e.UNIFORM_BUFFER,ce,oe),l[ce]=oe)}function _e(){e.disable(e.BLEND),e.disable(e.CULL_FACE),e.disable(e.DEPTH_TEST),e.disable(e.POLYGON_OFFSET_FILL),
e.disable(e.SCISSOR_TEST),e.disable(e.STENCIL_TEST),e.disable(e.SAMPLE_ALPHA_TO_COVERAGE),e.blendEquation(e.FUNC_ADD),e.blendFunc(e.ONE,e.ZERO),e.blendFuncSeparate(e.ONE,e.ZERO,e.ONE,e.ZERO),e.blendColor(0,0,0,0),e.colorMask(!0,!0,!0,!0),e.clearColor(0,0,0,0),e.depthMask(!0),e.depthFunc(e.LESS),s.setReversed(!1),e.clearDepth(1),e.stencilMask(4294967295),e.stencilFunc(e.ALWAYS,0,4294967295),e.stencilOp(e.KEEP,e.KEEP,e.KEEP),e.clearStencil(0),e.cullFace(e.BACK),e.frontFace(e.CCW),e.polygonOffset(0,
0),e.activeTexture(e.TEXTURE0),e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),e.bindFramebuffer(e.READ_FRAMEBUFFER,null),e.useProgram(null),e.lineWidth(1),e.scissor(0,0,e.canvas.width,e.canvas.height),e.viewport(0,0,e.canvas.width,e.canvas.height),e.pixelStorei(e.PACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,!1),e.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),e.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,e.BROWSER_DEFAULT_WEBGL),
e.pixelStorei(e.PACK_ROW_LENGTH,0),e.pixelStorei(e.PACK_SKIP_PIXELS,0),e.pixelStorei(e.PACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_ROW_LENGTH,0),e.pixelStorei(e.UNPACK_IMAGE_HEIGHT,0),e.pixelStorei(e.UNPACK_SKIP_PIXELS,0),e.pixelStorei(e.UNPACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_SKIP_IMAGES,0),u={},d={},j=null,se={},c={},l={},p=new WeakMap,g=[],x=null,m=!1,f=null,E=null,T=null,y=null,w=null,C=null,v=null,b=new Je(0,0,0),A=0,O=!1,P=null,z=null,X=null,L=null,V=null,re.set(0,0,e.canvas.width,e.canvas.
height),Se.set(0,0,e.canvas.width,e.canvas.height),n.reset(),s.reset(),o.reset()}return{buffers:{color:n,depth:s,stencil:o},enable:me,disable:Ke,bindFramebuffer:et,drawBuffers:Ie,useProgram:nt,setBlending:pe,setMaterial:Le,setFlipSided:B,setCullFace:W,setLineWidth:ee,setPolygonOffset:ie,setScissorTest:te,activeTexture:Ae,bindTexture:R,unbindTexture:ke,compressedTexImage2D:Oe,compressedTexImage3D:Be,texImage2D:_,texImage3D:F,pixelStorei:K,getParameter:$,updateUBOMapping:I,uniformBlockBinding:ne,texStorage2D:Ee,
texStorage3D:M,texSubImage2D:he,texSubImage3D:Ne,compressedTexSubImage2D:ve,compressedTexSubImage3D:Ue,scissor:de,viewport:fe,reset:_e}}function M0(e,t,i,r,a,n,s){let o=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),h=new xe,u=new WeakMap,d=new Set,c,p=new WeakMap,g=new Set,x=new FinalizationRegistry(M=>g.delete(M)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).
getContext("2d")!==null}catch{}function f(M,_){return m?new OffscreenCanvas(M,_):Za("canvas")}function E(M,_,F){let $=1,K=Ee(M);if((K.width>F||K.height>F)&&($=F/Math.max(K.width,K.height)),$<1)if(typeof HTMLImageElement<"u"&&M instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&M instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&M instanceof ImageBitmap||typeof VideoFrame<"u"&&M instanceof VideoFrame){let de=Math.floor($*K.width),fe=Math.floor($*K.height);c===void 0&&(c=f(de,fe));let I=_?
f(de,fe):c;return I.width=de,I.height=fe,I.getContext("2d").drawImage(M,0,0,de,fe),qe("WebGLRenderer: Texture has been resized from ("+K.width+"x"+K.height+") to ("+de+"x"+fe+")."),I}else return"data"in M&&qe("WebGLRenderer: Image in DataTexture is too big ("+K.width+"x"+K.height+")."),M;return M}function T(M){return M.generateMipmaps}function y(M){e.generateMipmap(M)}function w(M){return M.isWebGLCubeRenderTarget?e.TEXTURE_CUBE_MAP:M.isWebGL3DRenderTarget?e.TEXTURE_3D:M.isWebGLArrayRenderTarget||
M.isCompressedArrayTexture?e.TEXTURE_2D_ARRAY:e.TEXTURE_2D}function C(M,_,F,$,K,de=!1){if(M!==null){if(e[M]!==void 0)return e[M];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+M+"'")}let fe;$&&(fe=t.get("EXT_texture_norm16"),fe||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let I=_;if(_===e.RED&&(F===e.FLOAT&&(I=e.R32F),F===e.HALF_FLOAT&&(I=e.R16F),F===e.UNSIGNED_BYTE&&(I=e.R8),F===e.UNSIGNED_SHORT&&fe&&(I=fe.R16_EXT),F===e.
SHORT&&fe&&(I=fe.R16_SNORM_EXT)),_===e.RED_INTEGER&&(F===e.UNSIGNED_BYTE&&(I=e.R8UI),F===e.UNSIGNED_SHORT&&(I=e.R16UI),F===e.UNSIGNED_INT&&(I=e.R32UI),F===e.BYTE&&(I=e.R8I),F===e.SHORT&&(I=e.R16I),F===e.INT&&(I=e.R32I)),_===e.RG&&(F===e.FLOAT&&(I=e.RG32F),F===e.HALF_FLOAT&&(I=e.RG16F),F===e.UNSIGNED_BYTE&&(I=e.RG8),F===e.UNSIGNED_SHORT&&fe&&(I=fe.RG16_EXT),F===e.SHORT&&fe&&(I=fe.RG16_SNORM_EXT)),_===e.RG_INTEGER&&(F===e.UNSIGNED_BYTE&&(I=e.RG8UI),F===e.UNSIGNED_SHORT&&(I=e.RG16UI),F===e.UNSIGNED_INT&&
(I=e.RG32UI),F===e.BYTE&&(I=e.RG8I),F===e.SHORT&&(I=e.RG16I),F===e.INT&&(I=e.RG32I)),_===e.RGB_INTEGER&&(F===e.UNSIGNED_BYTE&&(I=e.RGB8UI),F===e.UNSIGNED_SHORT&&(I=e.RGB16UI),F===e.UNSIGNED_INT&&(I=e.RGB32UI),F===e.BYTE&&(I=e.RGB8I),F===e.SHORT&&(I=e.RGB16I),F===e.INT&&(I=e.RGB32I)),_===e.RGBA_INTEGER&&(F===e.UNSIGNED_BYTE&&(I=e.RGBA8UI),F===e.UNSIGNED_SHORT&&(I=e.RGBA16UI),F===e.UNSIGNED_INT&&(I=e.RGBA32UI),F===e.BYTE&&(I=e.RGBA8I),F===e.SHORT&&(I=e.RGBA16I),F===e.INT&&(I=e.RGBA32I)),_===e.RGB&&
(F===e.UNSIGNED_SHORT&&fe&&(I=fe.RGB16_EXT),F===e.SHORT&&fe&&(I=fe.RGB16_SNORM_EXT),F===e.UNSIGNED_INT_5_9_9_9_REV&&(I=e.RGB9_E5),F===e.UNSIGNED_INT_10F_11F_11F_REV&&(I=e.R11F_G11F_B10F)),_===e.RGBA){let ne=de?Ka:rt.getTransfer(K);F===e.FLOAT&&(I=e.RGBA32F),F===e.HALF_FLOAT&&(I=e.RGBA16F),F===e.UNSIGNED_BYTE&&(I=ne===ht?e.SRGB8_ALPHA8:e.RGBA8),F===e.UNSIGNED_SHORT&&fe&&(I=fe.RGBA16_EXT),F===e.SHORT&&fe&&(I=fe.RGBA16_SNORM_EXT),F===e.UNSIGNED_SHORT_4_4_4_4&&(I=e.RGBA4),F===e.UNSIGNED_SHORT_5_5_5_1&&
(I=e.RGB5_A1)}return(I===e.R16F||I===e.R32F||I===e.RG16F||I===e.RG32F||I===e.RGBA16F||I===e.RGBA32F)&&t.get("EXT_color_buffer_float"),I}function v(M,_){let F;return M?_===null||_===ui||_===vr?F=e.DEPTH24_STENCIL8:_===li?F=e.DEPTH32F_STENCIL8:_===Xr&&(F=e.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):_===null||_===ui||_===vr?F=e.DEPTH_COMPONENT24:_===li?F=e.DEPTH_COMPONENT32F:_===Xr&&(F=e.DEPTH_COMPONENT16),F}function b(M,_){
return T(M)===!0||M.isFramebufferTexture&&M.minFilter!==wt&&M.minFilter!==Ut?Math.log2(Math.max(_.width,_.height))+1:M.mipmaps.length>0?M.mipmaps.length:M.isCompressedTexture&&Array.isArray(M.image)?_.mipmaps.length:1}function A(M){let _=new WeakRef(M);r.get(M).__ref=_,g.add(_),x.register(M,_,_)}function O(M){let _=r.get(M).__ref;_!==void 0&&(g.delete(_),x.unregister(_))}function P(M){X(M.target)}function z(M){L(M.target)}function X(M){M.removeEventListener("dispose",P),O(M),Z(M),M.isVideoTexture&&
u.delete(M),M.isHTMLTexture&&d.delete(M)}function L(M){M.removeEventListener("dispose",z),O(M),ue(M)}function V(){for(let M of g){let _=M.deref();_!==void 0&&(_.isRenderTarget===!0?L(_):X(_))}g.clear(),d.clear()}function Z(M){let _=r.get(M);if(_.__webglInit===void 0)return;let F=M.source,$=p.get(F);if($){let K=$[_.__cacheKey];K.usedTimes--,K.usedTimes===0&&H(M),Object.keys($).length===0&&p.delete(F)}r.remove(M)}function H(M){let _=r.get(M);e.deleteTexture(_.__webglTexture);let F=M.source,$=p.get(
F);delete $[_.__cacheKey],s.memory.textures--}function ue(M){let _=r.get(M);_.__depthDisposeCallback&&_.__depthDisposeCallback();let F=M.depthTexture;if(F&&F.renderTarget===M&&X(F),M.isWebGLCubeRenderTarget)for(let K=0;K<6;K++){if(Array.isArray(_.__webglFramebuffer[K]))for(let de=0;de<_.__webglFramebuffer[K].length;de++)e.deleteFramebuffer(_.__webglFramebuffer[K][de]);else e.deleteFramebuffer(_.__webglFramebuffer[K]);_.__webglDepthbuffer&&e.deleteRenderbuffer(_.__webglDepthbuffer[K])}else{if(Array.
isArray(_.__webglFramebuffer))for(let K=0;K<_.__webglFramebuffer.length;K++)e.deleteFramebuffer(_.__webglFramebuffer[K]);else e.deleteFramebuffer(_.__webglFramebuffer);if(_.__webglDepthbuffer&&e.deleteRenderbuffer(_.__webglDepthbuffer),_.__webglMultisampledFramebuffer&&e.deleteFramebuffer(_.__webglMultisampledFramebuffer),_.__webglColorRenderbuffer)for(let K=0;K<_.__webglColorRenderbuffer.length;K++)_.__webglColorRenderbuffer[K]&&e.deleteRenderbuffer(_.__webglColorRenderbuffer[K]);_.__webglDepthRenderbuffer&&
e.deleteRenderbuffer(_.__webglDepthRenderbuffer)}let $=M.textures;for(let K=0,de=$.length;K<de;K++){let fe=r.get($[K]);fe.__webglTexture&&(e.deleteTexture(fe.__webglTexture),s.memory.textures--),r.remove($[K])}r.remove(M)}let q=0;function j(){q=0}function se(){return q}function be(M){q=M}function Q(){let M=q;return M>=a.maxTextures&&qe("WebGLTextures: Trying to use "+(M+1)+" texture units while this GPU supports only "+a.maxTextures),q+=1,M}function re(M){let _=[];return _.push(M.wrapS),_.push(M.
wrapT),_.push(M.wrapR||0),_.push(M.magFilter),_.push(M.minFilter),_.push(M.anisotropy),_.push(M.internalFormat),_.push(M.format),_.push(M.type),_.push(M.generateMipmaps),_.push(M.mipmapsAutoUpdate),_.push(M.premultiplyAlpha),_.push(M.flipY),_.push(M.unpackAlignment),_.push(M.colorSpace),_.join()}function Se(M,_){let F=r.get(M);if(M.isVideoTexture&&ve(M),M.isRenderTargetTexture===!1&&M.isExternalTexture!==!0&&M.version>0&&F.__version!==M.version){let $=M.image;if($===null)qe("WebGLRenderer: Textu\
re marked for update but no image data found.");else if($.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{Le(F,M,_);return}}else M.isExternalTexture&&(F.__webglTexture=M.sourceTexture?M.sourceTexture:null);i.bindTexture(e.TEXTURE_2D,F.__webglTexture,e.TEXTURE0+_)}function He(M,_){let F=r.get(M);if(M.isRenderTargetTexture===!1&&M.version>0&&F.__version!==M.version){Le(F,M,_);return}else M.isExternalTexture&&(F.__webglTexture=M.sourceTexture?M.sourceTexture:
null);i.bindTexture(e.TEXTURE_2D_ARRAY,F.__webglTexture,e.TEXTURE0+_)}function Ve(M,_){let F=r.get(M);if(M.isRenderTargetTexture===!1&&M.version>0&&F.__version!==M.version){Le(F,M,_);return}i.bindTexture(e.TEXTURE_3D,F.__webglTexture,e.TEXTURE0+_)}function me(M,_){let F=r.get(M);if(M.version>0&&F.__version!==M.version){B(F,M,_);return}i.bindTexture(e.TEXTURE_CUBE_MAP,F.__webglTexture,e.TEXTURE0+_)}let Ke={[Ga]:e.REPEAT,[oi]:e.CLAMP_TO_EDGE,[Wa]:e.MIRRORED_REPEAT},et={[wt]:e.NEAREST,[lh]:e.NEAREST_MIPMAP_NEAREST,
[Ir]:e.NEAREST_MIPMAP_LINEAR,[Ut]:e.LINEAR,[Na]:e.LINEAR_MIPMAP_NEAREST,[yi]:e.LINEAR_MIPMAP_LINEAR},Ie={[yc]:e.NEVER,[_h]:e.ALWAYS,[xc]:e.LESS,[gh]:e.LEQUAL,[Sc]:e.EQUAL,[vh]:e.GEQUAL,[Mc]:e.GREATER,[bc]:e.NOTEQUAL};function nt(M,_){if(_.type===li&&t.has("OES_texture_float_linear")===!1&&(_.magFilter===Ut||_.magFilter===Na||_.magFilter===Ir||_.magFilter===yi||_.minFilter===Ut||_.minFilter===Na||_.minFilter===Ir||_.minFilter===yi)&&qe("WebGLRenderer: Unable to use linear filtering with floating \
point textures. OES_texture_float_linear not supported on this device."),e.texParameteri(M,e.TEXTURE_WRAP_S,Ke[_.wrapS]),e.texParameteri(M,e.TEXTURE_WRAP_T,Ke[_.wrapT]),(M===e.TEXTURE_3D||M===e.TEXTURE_2D_ARRAY)&&e.texParameteri(M,e.TEXTURE_WRAP_R,Ke[_.wrapR]),e.texParameteri(M,e.TEXTURE_MAG_FILTER,et[_.magFilter]),e.texParameteri(M,e.TEXTURE_MIN_FILTER,et[_.minFilter]),_.compareFunction&&(e.texParameteri(M,e.TEXTURE_COMPARE_MODE,e.COMPARE_REF_TO_TEXTURE),e.texParameteri(M,e.TEXTURE_COMPARE_FUNC,
Ie[_.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(_.magFilter===wt||_.minFilter!==Ir&&_.minFilter!==yi||_.type===li&&t.has("OES_texture_float_linear")===!1)return;if(_.anisotropy>1||r.get(_).__currentAnisotropy){let F=t.get("EXT_texture_filter_anisotropic");e.texParameterf(M,F.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(_.anisotropy,a.getMaxAnisotropy())),r.get(_).__currentAnisotropy=_.anisotropy}}}function le(M,_){let F=!1;M.__webglInit===void 0&&(M.__webglInit=!0,_.addEventListener(
"dispose",P),A(_));let $=_.source,K=p.get($);K===void 0&&(K={},p.set($,K));let de=re(_);if(de!==M.__cacheKey){K[de]===void 0&&(K[de]={texture:e.createTexture(),usedTimes:0},s.memory.textures++,F=!0),K[de].usedTimes++;let fe=K[M.__cacheKey];fe!==void 0&&(K[M.__cacheKey].usedTimes--,fe.usedTimes===0&&H(_)),M.__cacheKey=de,M.__webglTexture=K[de].texture}return F}function ge(M,_,F){return Math.floor(Math.floor(M/F)/_)}function pe(M,_,F,$){let K=M.updateRanges;if(K.length===0)i.texSubImage2D(e.TEXTURE_2D,
0,0,0,_.width,_.height,F,$,_.data);else{K.sort((_e,N)=>_e.start-N.start);let de=0;for(let _e=1;_e<K.length;_e++){let N=K[de],J=K[_e],oe=N.start+N.count,ce=ge(J.start,_.width,4),Te=ge(N.start,_.width,4);J.start<=oe+1&&ce===Te&&ge(J.start+J.count-1,_.width,4)===ce?N.count=Math.max(N.count,J.start+J.count-N.start):(++de,K[de]=J)}K.length=de+1;let fe=i.getParameter(e.UNPACK_ROW_LENGTH),I=i.getParameter(e.UNPACK_SKIP_PIXELS),ne=i.getParameter(e.UNPACK_SKIP_ROWS);i.pixelStorei(e.UNPACK_ROW_LENGTH,_.width);
for(let _e=0,N=K.length;_e<N;_e++){let J=K[_e],oe=Math.floor(J.start/4),ce=Math.ceil(J.count/4),Te=oe%_.width,Me=Math.floor(oe/_.width),Ge=ce;i.pixelStorei(e.UNPACK_SKIP_PIXELS,Te),i.pixelStorei(e.UNPACK_SKIP_ROWS,Me),i.texSubImage2D(e.TEXTURE_2D,0,Te,Me,Ge,1,F,$,_.data)}M.clearUpdateRanges(),i.pixelStorei(e.UNPACK_ROW_LENGTH,fe),i.pixelStorei(e.UNPACK_SKIP_PIXELS,I),i.pixelStorei(e.UNPACK_SKIP_ROWS,ne)}}function Le(M,_,F){let $=e.TEXTURE_2D;(_.isDataArrayTexture||_.isCompressedArrayTexture)&&($=
e.TEXTURE_2D_ARRAY),_.isData3DTexture&&($=e.TEXTURE_3D);let K=le(M,_),de=_.source;i.bindTexture($,M.__webglTexture,e.TEXTURE0+F);let fe=r.get(de);if(de.version!==fe.__version||K===!0){if(i.activeTexture(e.TEXTURE0+F),!(typeof ImageBitmap<"u"&&_.image instanceof ImageBitmap)){let ae=rt.getPrimaries(rt.workingColorSpace),Xe=_.colorSpace===_i?null:rt.getPrimaries(_.colorSpace),ze=_.colorSpace===_i||ae===Xe?e.NONE:e.BROWSER_DEFAULT_WEBGL;i.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,_.flipY),i.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,
_.premultiplyAlpha),i.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,ze)}i.pixelStorei(e.UNPACK_ALIGNMENT,_.unpackAlignment);let I=E(_.image,!1,a.maxTextureSize);I=Ue(_,I);let ne=n.convert(_.format,_.colorSpace),_e=n.convert(_.type),N=C(_.internalFormat,ne,_e,_.normalized,_.colorSpace,_.isVideoTexture);nt($,_);let J,oe=_.mipmaps,ce=_.isVideoTexture!==!0,Te=fe.__version===void 0||K===!0,Me=de.dataReady,Ge=b(_,I);if(_.isDepthTexture)N=v(_.format===Pi,_.type),Te&&(ce?i.texStorage2D(e.TEXTURE_2D,1,
N,I.width,I.height):i.texImage2D(e.TEXTURE_2D,0,N,I.width,I.height,0,ne,_e,null));else if(_.isDataTexture)if(oe.length>0){ce&&Te&&i.texStorage2D(e.TEXTURE_2D,Ge,N,oe[0].width,oe[0].height);for(let ae=0,Xe=oe.length;ae<Xe;ae++)J=oe[ae],ce?Me&&i.texSubImage2D(e.TEXTURE_2D,ae,0,0,J.width,J.height,ne,_e,J.data):i.texImage2D(e.TEXTURE_2D,ae,N,J.width,J.height,0,ne,_e,J.data);_.generateMipmaps=!1}else ce?(Te&&i.texStorage2D(e.TEXTURE_2D,Ge,N,I.width,I.height),Me&&pe(_,I,ne,_e)):i.texImage2D(e.TEXTURE_2D,
0,N,I.width,I.height,0,ne,_e,I.data);else if(_.isCompressedTexture)if(_.isCompressedArrayTexture){ce&&Te&&i.texStorage3D(e.TEXTURE_2D_ARRAY,Ge,N,oe[0].width,oe[0].height,I.depth);for(let ae=0,Xe=oe.length;ae<Xe;ae++)if(J=oe[ae],_.format!==ei)if(ne!==null)if(ce){if(Me)if(_.layerUpdates.size>0){let ze=ml(J.width,J.height,_.format,_.type);for(let Qe of _.layerUpdates){let Pe=J.data.subarray(Qe*ze/J.data.BYTES_PER_ELEMENT,(Qe+1)*ze/J.data.BYTES_PER_ELEMENT);i.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,
ae,0,0,Qe,J.width,J.height,1,ne,Pe)}}else i.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,ae,0,0,0,J.width,J.height,I.depth,ne,J.data)}else i.compressedTexImage3D(e.TEXTURE_2D_ARRAY,ae,N,J.width,J.height,I.depth,0,J.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ce?Me&&i.texSubImage3D(e.TEXTURE_2D_ARRAY,ae,0,0,0,J.width,J.height,I.depth,ne,_e,J.data):i.texImage3D(e.TEXTURE_2D_ARRAY,ae,N,J.width,J.height,I.depth,0,ne,_e,J.data);_.layerUpdates.
size>0&&_.clearLayerUpdates()}else{ce&&Te&&i.texStorage2D(e.TEXTURE_2D,Ge,N,oe[0].width,oe[0].height);for(let ae=0,Xe=oe.length;ae<Xe;ae++)J=oe[ae],_.format!==ei?ne!==null?ce?Me&&i.compressedTexSubImage2D(e.TEXTURE_2D,ae,0,0,J.width,J.height,ne,J.data):i.compressedTexImage2D(e.TEXTURE_2D,ae,N,J.width,J.height,0,J.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ce?Me&&i.texSubImage2D(e.TEXTURE_2D,ae,0,0,J.width,J.height,ne,_e,J.data):i.texImage2D(
e.TEXTURE_2D,ae,N,J.width,J.height,0,ne,_e,J.data)}else if(_.isDataArrayTexture)if(ce){if(Te&&i.texStorage3D(e.TEXTURE_2D_ARRAY,Ge,N,I.width,I.height,I.depth),Me)if(_.layerUpdates.size>0){let ae=ml(I.width,I.height,_.format,_.type);for(let Xe of _.layerUpdates){let ze=I.data.subarray(Xe*ae/I.data.BYTES_PER_ELEMENT,(Xe+1)*ae/I.data.BYTES_PER_ELEMENT);i.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,Xe,I.width,I.height,1,ne,_e,ze)}_.clearLayerUpdates()}else i.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,0,I.width,
I.height,I.depth,ne,_e,I.data)}else i.texImage3D(e.TEXTURE_2D_ARRAY,0,N,I.width,I.height,I.depth,0,ne,_e,I.data);else if(_.isData3DTexture)ce?(Te&&i.texStorage3D(e.TEXTURE_3D,Ge,N,I.width,I.height,I.depth),Me&&i.texSubImage3D(e.TEXTURE_3D,0,0,0,0,I.width,I.height,I.depth,ne,_e,I.data)):i.texImage3D(e.TEXTURE_3D,0,N,I.width,I.height,I.depth,0,ne,_e,I.data);else if(_.isFramebufferTexture){if(Te)if(ce)i.texStorage2D(e.TEXTURE_2D,Ge,N,I.width,I.height);else{let ae=I.width,Xe=I.height;for(let ze=0;ze<
Ge;ze++)i.texImage2D(e.TEXTURE_2D,ze,N,ae,Xe,0,ne,_e,null),ae>>=1,Xe>>=1}}else if(_.isHTMLTexture){if("texElementImage2D"in e){let ae=e.canvas;if(ae.hasAttribute("layoutsubtree")||ae.setAttribute("layoutsubtree","true"),I.parentNode!==ae){ae.appendChild(I),d.add(_),ae.onpaint=Xe=>{let ze=Xe.changedElements;for(let Qe of d)ze.includes(Qe.image)&&(Qe.needsUpdate=!0)},ae.requestPaint();return}if(e.texElementImage2D.length===3)e.texElementImage2D(e.TEXTURE_2D,e.RGBA8,I);else{let Xe=e.RGBA,ze=e.RGBA,
Qe=e.UNSIGNED_BYTE;e.texElementImage2D(e.TEXTURE_2D,0,Xe,ze,Qe,I)}e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.LINEAR),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE)}}else if(oe.length>0){if(ce&&Te){let ae=Ee(oe[0]);i.texStorage2D(e.TEXTURE_2D,Ge,N,ae.width,ae.height)}for(let ae=0,Xe=oe.length;ae<Xe;ae++)J=oe[ae],ce?Me&&i.texSubImage2D(e.TEXTURE_2D,ae,0,0,ne,_e,J):i.texImage2D(e.TEXTURE_2D,ae,N,ne,_e,J);_.generateMipmaps=
!1}else if(ce){if(Te){let ae=Ee(I);i.texStorage2D(e.TEXTURE_2D,Ge,N,ae.width,ae.height)}Me&&i.texSubImage2D(e.TEXTURE_2D,0,0,0,ne,_e,I)}else i.texImage2D(e.TEXTURE_2D,0,N,ne,_e,I);T(_)&&_.mipmapsAutoUpdate===!0&&y($),fe.__version=de.version,_.onUpdate&&_.onUpdate(_)}M.__version=_.version}function B(M,_,F){if(_.image.length!==6)return;let $=le(M,_),K=_.source;i.bindTexture(e.TEXTURE_CUBE_MAP,M.__webglTexture,e.TEXTURE0+F);let de=r.get(K);if(K.version!==de.__version||$===!0){i.activeTexture(e.TEXTURE0+
F);let fe=rt.getPrimaries(rt.workingColorSpace),I=_.colorSpace===_i?null:rt.getPrimaries(_.colorSpace),ne=_.colorSpace===_i||fe===I?e.NONE:e.BROWSER_DEFAULT_WEBGL;i.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,_.flipY),i.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,_.premultiplyAlpha),i.pixelStorei(e.UNPACK_ALIGNMENT,_.unpackAlignment),i.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,ne);let _e=_.isCompressedTexture||_.image[0].isCompressedTexture,N=_.image[0]&&_.image[0].isDataTexture,J=[];for(let Pe=0;Pe<
6;Pe++)!_e&&!N?J[Pe]=E(_.image[Pe],!0,a.maxCubemapSize):J[Pe]=N?_.image[Pe].image:_.image[Pe],J[Pe]=Ue(_,J[Pe]);let oe=J[0],ce=n.convert(_.format,_.colorSpace),Te=n.convert(_.type),Me=C(_.internalFormat,ce,Te,_.normalized,_.colorSpace),Ge=_.isVideoTexture!==!0,ae=de.__version===void 0||$===!0,Xe=K.dataReady,ze=b(_,oe);nt(e.TEXTURE_CUBE_MAP,_);let Qe;if(_.isDepthTexture){if(Me=v(_.format===Pi,_.type),ae)if(Ge)i.texStorage2D(e.TEXTURE_CUBE_MAP,1,Me,oe.width,oe.height);else for(let Pe=0;Pe<6;Pe++)i.
texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,0,Me,oe.width,oe.height,0,ce,Te,null)}else if(_e){Ge&&ae&&i.texStorage2D(e.TEXTURE_CUBE_MAP,ze,Me,oe.width,oe.height);for(let Pe=0;Pe<6;Pe++){Qe=J[Pe].mipmaps;for(let ct=0;ct<Qe.length;ct++){let vt=Qe[ct];_.format!==ei?ce!==null?Ge?Xe&&i.compressedTexSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct,0,0,vt.width,vt.height,ce,vt.data):i.compressedTexImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct,Me,vt.width,vt.height,0,vt.data):qe("WebGLRenderer: Attempt to l\
oad unsupported compressed texture format in .setTextureCube()"):Ge?Xe&&i.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct,0,0,vt.width,vt.height,ce,Te,vt.data):i.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct,Me,vt.width,vt.height,0,ce,Te,vt.data)}}}else{if(Qe=_.mipmaps,Ge&&ae){Qe.length>0&&ze++;let Pe=Ee(J[0]);i.texStorage2D(e.TEXTURE_CUBE_MAP,ze,Me,Pe.width,Pe.height)}for(let Pe=0;Pe<6;Pe++)if(N){Ge?Xe&&i.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,0,0,0,J[Pe].width,J[Pe].height,ce,Te,J[Pe].
data):i.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,0,Me,J[Pe].width,J[Pe].height,0,ce,Te,J[Pe].data);for(let ct=0;ct<Qe.length;ct++){let vt=Qe[ct].image[Pe].image;Ge?Xe&&i.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct+1,0,0,vt.width,vt.height,ce,Te,vt.data):i.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct+1,Me,vt.width,vt.height,0,ce,Te,vt.data)}}else{Ge?Xe&&i.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,0,0,0,ce,Te,J[Pe]):i.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,0,Me,ce,Te,J[Pe]);for(let ct=0;ct<
Qe.length;ct++){let vt=Qe[ct];Ge?Xe&&i.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct+1,0,0,ce,Te,vt.image[Pe]):i.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+Pe,ct+1,Me,ce,Te,vt.image[Pe])}}}T(_)&&_.mipmapsAutoUpdate===!0&&y(e.TEXTURE_CUBE_MAP),de.__version=K.version,_.onUpdate&&_.onUpdate(_)}M.__version=_.version}function W(M,_,F,$,K,de){let fe=n.convert(F.format,F.colorSpace),I=n.convert(F.type),ne=C(F.internalFormat,fe,I,F.normalized,F.colorSpace),_e=r.get(_),N=r.get(F);if(N.__renderTarget=_,
!_e.__hasExternalTextures){let J=Math.max(1,_.width>>de),oe=Math.max(1,_.height>>de);K===e.TEXTURE_3D||K===e.TEXTURE_2D_ARRAY?i.texImage3D(K,de,ne,J,oe,_.depth,0,fe,I,null):i.texImage2D(K,de,ne,J,oe,0,fe,I,null)}i.bindFramebuffer(e.FRAMEBUFFER,M),Ne(_)?o.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,$,K,N.__webglTexture,0,he(_)):(K===e.TEXTURE_2D||K>=e.TEXTURE_CUBE_MAP_POSITIVE_X&&K<=e.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&e.framebufferTexture2D(e.FRAMEBUFFER,$,K,N.__webglTexture,de),i.bindFramebuffer(
e.FRAMEBUFFER,null)}function ee(M,_,F){if(e.bindRenderbuffer(e.RENDERBUFFER,M),_.depthBuffer){let $=_.depthTexture,K=$&&$.isDepthTexture?$.type:null,de=v(_.stencilBuffer,K),fe=_.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;Ne(_)?o.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,he(_),de,_.width,_.height):F?e.renderbufferStorageMultisample(e.RENDERBUFFER,he(_),de,_.width,_.height):e.renderbufferStorage(e.RENDERBUFFER,de,_.width,_.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,fe,
e.RENDERBUFFER,M)}else{let $=_.textures;for(let K=0;K<$.length;K++){let de=$[K],fe=n.convert(de.format,de.colorSpace),I=n.convert(de.type),ne=C(de.internalFormat,fe,I,de.normalized,de.colorSpace);Ne(_)?o.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,he(_),ne,_.width,_.height):F?e.renderbufferStorageMultisample(e.RENDERBUFFER,he(_),ne,_.width,_.height):e.renderbufferStorage(e.RENDERBUFFER,ne,_.width,_.height)}}e.bindRenderbuffer(e.RENDERBUFFER,null)}function ie(M,_,F){let $=_.isWebGLCubeRenderTarget===
!0;if(i.bindFramebuffer(e.FRAMEBUFFER,M),!(_.depthTexture&&_.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let K=r.get(_.depthTexture);K.__renderTarget=_;let de=$?_.depthTexture.image[0]:_.depthTexture.image;(!K.__webglTexture||de.width!==_.width||de.height!==_.height)&&(de.width=_.width,de.height=_.height,_.depthTexture.needsUpdate=!0),$?me(_.depthTexture,0):Se(_.depthTexture,0);let fe=K.__webglTexture,I=he(
_),ne=$?e.TEXTURE_CUBE_MAP_POSITIVE_X+F:e.TEXTURE_2D,_e=_.depthTexture.format===Pi?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;if(_.depthTexture.format===Li)Ne(_)?o.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,_e,ne,fe,0,I):e.framebufferTexture2D(e.FRAMEBUFFER,_e,ne,fe,0);else if(_.depthTexture.format===Pi)Ne(_)?o.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,_e,ne,fe,0,I):e.framebufferTexture2D(e.FRAMEBUFFER,_e,ne,fe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture fo\
rmat.")}function te(M){let _=r.get(M),F=M.isWebGLCubeRenderTarget===!0;if(_.__boundDepthTexture!==M.depthTexture){let $=M.depthTexture;if(_.__depthDisposeCallback&&_.__depthDisposeCallback(),$){let K=()=>{delete _.__boundDepthTexture,delete _.__depthDisposeCallback,$.removeEventListener("dispose",K)};$.addEventListener("dispose",K),_.__depthDisposeCallback=K}_.__boundDepthTexture=$}if(M.depthTexture&&!_.__autoAllocateDepthBuffer)if(F)for(let $=0;$<6;$++)ie(_.__webglFramebuffer[$],M,$);else M.texture.
mipmaps.length>0?ie(_.__webglFramebuffer[0],M,0):ie(_.__webglFramebuffer,M,0);else if(F){_.__webglDepthbuffer=[];for(let $=0;$<6;$++)if(i.bindFramebuffer(e.FRAMEBUFFER,_.__webglFramebuffer[$]),_.__webglDepthbuffer[$]===void 0)_.__webglDepthbuffer[$]=e.createRenderbuffer(),ee(_.__webglDepthbuffer[$],M,!1);else{let K=M.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,de=_.__webglDepthbuffer[$];e.bindRenderbuffer(e.RENDERBUFFER,de),e.framebufferRenderbuffer(e.FRAMEBUFFER,K,e.RENDERBUFFER,
de)}}else if(M.texture.mipmaps.length>0?i.bindFramebuffer(e.FRAMEBUFFER,_.__webglFramebuffer[0]):i.bindFramebuffer(e.FRAMEBUFFER,_.__webglFramebuffer),_.__webglDepthbuffer===void 0)_.__webglDepthbuffer=e.createRenderbuffer(),ee(_.__webglDepthbuffer,M,!1);else{let $=M.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,K=_.__webglDepthbuffer;e.bindRenderbuffer(e.RENDERBUFFER,K),e.framebufferRenderbuffer(e.FRAMEBUFFER,$,e.RENDERBUFFER,K)}i.bindFramebuffer(e.FRAMEBUFFER,null)}function Ae(M,_,F){
let $=r.get(M);_!==void 0&&W($.__webglFramebuffer,M,M.texture,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,0),F!==void 0&&te(M)}function R(M){let _=M.texture,F=r.get(M),$=r.get(_);M.addEventListener("dispose",z),A(M);let K=M.textures,de=M.isWebGLCubeRenderTarget===!0,fe=K.length>1;if(fe||($.__webglTexture===void 0&&($.__webglTexture=e.createTexture()),$.__version=_.version,s.memory.textures++),de){F.__webglFramebuffer=[];for(let I=0;I<6;I++)if(_.mipmaps.length>0){F.__webglFramebuffer[I]=[];for(let ne=0;ne<_.
mipmaps.length;ne++)F.__webglFramebuffer[I][ne]=e.createFramebuffer()}else F.__webglFramebuffer[I]=e.createFramebuffer()}else{if(_.mipmaps.length>0){F.__webglFramebuffer=[];for(let I=0;I<_.mipmaps.length;I++)F.__webglFramebuffer[I]=e.createFramebuffer()}else F.__webglFramebuffer=e.createFramebuffer();if(fe)for(let I=0,ne=K.length;I<ne;I++){let _e=r.get(K[I]);_e.__webglTexture===void 0&&(_e.__webglTexture=e.createTexture(),s.memory.textures++)}if(M.samples>0&&Ne(M)===!1){F.__webglMultisampledFramebuffer=
e.createFramebuffer(),F.__webglColorRenderbuffer=[],i.bindFramebuffer(e.FRAMEBUFFER,F.__webglMultisampledFramebuffer);for(let I=0;I<K.length;I++){let ne=K[I];F.__webglColorRenderbuffer[I]=e.createRenderbuffer(),e.bindRenderbuffer(e.RENDERBUFFER,F.__webglColorRenderbuffer[I]);let _e=n.convert(ne.format,ne.colorSpace),N=n.convert(ne.type),J=C(ne.internalFormat,_e,N,ne.normalized,ne.colorSpace,M.isXRRenderTarget===!0),oe=he(M);e.renderbufferStorageMultisample(e.RENDERBUFFER,oe,J,M.width,M.height),e.
framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+I,e.RENDERBUFFER,F.__webglColorRenderbuffer[I])}e.bindRenderbuffer(e.RENDERBUFFER,null),M.depthBuffer&&(F.__webglDepthRenderbuffer=e.createRenderbuffer(),ee(F.__webglDepthRenderbuffer,M,!0)),i.bindFramebuffer(e.FRAMEBUFFER,null)}}if(de){i.bindTexture(e.TEXTURE_CUBE_MAP,$.__webglTexture),nt(e.TEXTURE_CUBE_MAP,_);for(let I=0;I<6;I++)if(_.mipmaps.length>0)for(let ne=0;ne<_.mipmaps.length;ne++)W(F.__webglFramebuffer[I][ne],M,_,e.COLOR_ATTACHMENT0,
e.TEXTURE_CUBE_MAP_POSITIVE_X+I,ne);else W(F.__webglFramebuffer[I],M,_,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+I,0);T(_)?y(e.TEXTURE_CUBE_MAP):_.mipmaps.length>0&&e.texParameteri(e.TEXTURE_CUBE_MAP,e.TEXTURE_MAX_LEVEL,_.mipmaps.length-1),i.unbindTexture()}else if(fe){for(let I=0,ne=K.length;I<ne;I++){let _e=K[I],N=r.get(_e),J=e.TEXTURE_2D;(M.isWebGL3DRenderTarget||M.isWebGLArrayRenderTarget)&&(J=M.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),i.bindTexture(J,N.__webglTexture),
nt(J,_e),W(F.__webglFramebuffer,M,_e,e.COLOR_ATTACHMENT0+I,J,0),T(_e)&&y(J)}i.unbindTexture()}else{let I=e.TEXTURE_2D;if((M.isWebGL3DRenderTarget||M.isWebGLArrayRenderTarget)&&(I=M.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),i.bindTexture(I,$.__webglTexture),nt(I,_),_.mipmaps.length>0)for(let ne=0;ne<_.mipmaps.length;ne++)W(F.__webglFramebuffer[ne],M,_,e.COLOR_ATTACHMENT0,I,ne);else W(F.__webglFramebuffer,M,_,e.COLOR_ATTACHMENT0,I,0);T(_)?y(I):_.mipmaps.length>0&&e.texParameteri(I,e.TEXTURE_MAX_LEVEL,
_.mipmaps.length-1),i.unbindTexture()}M.depthBuffer&&te(M)}function ke(M){let _=M.textures;for(let F=0,$=_.length;F<$;F++){let K=_[F];if(T(K)&&K.mipmapsAutoUpdate===!0){let de=w(M),fe=r.get(K).__webglTexture;i.bindTexture(de,fe),y(de),i.unbindTexture()}}}let Oe=[];function Be(M){if(M.samples>0){if(Ne(M)===!1){let _=M.textures,F=M.width,$=M.height,K=e.COLOR_BUFFER_BIT,de=M.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,fe=r.get(M),I=_.length>1;if(I)for(let ne=0;ne<_.length;ne++)i.bindFramebuffer(
e.FRAMEBUFFER,fe.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+ne,e.RENDERBUFFER,null),i.bindFramebuffer(e.FRAMEBUFFER,fe.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+ne,e.TEXTURE_2D,null,0);i.bindFramebuffer(e.READ_FRAMEBUFFER,fe.__webglMultisampledFramebuffer),M.texture.mipmaps.length>0?i.bindFramebuffer(e.DRAW_FRAMEBUFFER,fe.__webglFramebuffer[0]):i.bindFramebuffer(e.DRAW_FRAMEBUFFER,fe.__webglFramebuffer);for(let ne=0;ne<
_.length;ne++){if(M.resolveDepthBuffer&&(M.depthBuffer&&(K|=e.DEPTH_BUFFER_BIT),M.stencilBuffer&&M.resolveStencilBuffer&&(K|=e.STENCIL_BUFFER_BIT)),I){e.framebufferRenderbuffer(e.READ_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.RENDERBUFFER,fe.__webglColorRenderbuffer[ne]);let _e=r.get(_[ne]).__webglTexture;e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,_e,0)}e.blitFramebuffer(0,0,F,$,0,0,F,$,K,e.NEAREST),l===!0&&(Oe.length=0,Oe.push(e.COLOR_ATTACHMENT0+ne),M.depthBuffer&&M.storeMultisampledDepthBuffer===
!1&&Oe.push(de),e.invalidateFramebuffer(e.READ_FRAMEBUFFER,Oe))}if(i.bindFramebuffer(e.READ_FRAMEBUFFER,null),i.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),I)for(let ne=0;ne<_.length;ne++){i.bindFramebuffer(e.FRAMEBUFFER,fe.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+ne,e.RENDERBUFFER,fe.__webglColorRenderbuffer[ne]);let _e=r.get(_[ne]).__webglTexture;i.bindFramebuffer(e.FRAMEBUFFER,fe.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+
ne,e.TEXTURE_2D,_e,0)}i.bindFramebuffer(e.DRAW_FRAMEBUFFER,fe.__webglMultisampledFramebuffer)}else if(M.depthBuffer&&M.storeMultisampledDepthBuffer===!1&&l){let _=M.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;e.invalidateFramebuffer(e.DRAW_FRAMEBUFFER,[_])}}}function he(M){return Math.min(a.maxSamples,M.samples)}function Ne(M){let _=r.get(M);return M.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&_.__useRenderToTexture!==!1}function ve(M){let _=s.render.frame;u.get(
M)!==_&&(u.set(M,_),M.update())}function Ue(M,_){let F=M.colorSpace,$=M.format,K=M.type;return M.isCompressedTexture===!0||M.isVideoTexture===!0||F!==Ya&&F!==_i&&(rt.getTransfer(F)===ht?($!==ei||K!==Wt)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Ye("WebGLTextures: Unsupported texture color space:",F)),_}function Ee(M){return typeof HTMLImageElement<"u"&&M instanceof HTMLImageElement?(h.width=M.naturalWidth||M.width,h.height=M.naturalHeight||M.height):
typeof VideoFrame<"u"&&M instanceof VideoFrame?(h.width=M.displayWidth,h.height=M.displayHeight):(h.width=M.width,h.height=M.height),h}this.allocateTextureUnit=Q,this.resetTextureUnits=j,this.getTextureUnits=se,this.setTextureUnits=be,this.setTexture2D=Se,this.setTexture2DArray=He,this.setTexture3D=Ve,this.setTextureCube=me,this.rebindTextures=Ae,this.setupRenderTarget=R,this.updateRenderTargetMipmap=ke,this.updateMultisampleRenderTarget=Be,this.setupDepthRenderbuffer=te,this.setupFrameBufferTexture=
W,this.useMultisampledRTT=Ne,this.dispose=V}function b0(e,t){function i(r,a=_i){let n,s=rt.getTransfer(a);if(r===Wt)return e.UNSIGNED_BYTE;if(r===Vs)return e.UNSIGNED_SHORT_4_4_4_4;if(r===ks)return e.UNSIGNED_SHORT_5_5_5_1;if(r===ch)return e.UNSIGNED_INT_5_9_9_9_REV;if(r===dh)return e.UNSIGNED_INT_10F_11F_11F_REV;if(r===hh)return e.BYTE;if(r===uh)return e.SHORT;if(r===Xr)return e.UNSIGNED_SHORT;if(r===Hs)return e.INT;if(r===ui)return e.UNSIGNED_INT;if(r===li)return e.FLOAT;if(r===ci)return e.HALF_FLOAT;
if(r===ph)return e.ALPHA;if(r===fh)return e.RGB;if(r===ei)return e.RGBA;if(r===Li)return e.DEPTH_COMPONENT;if(r===Pi)return e.DEPTH_STENCIL;if(r===mh)return e.RED;if(r===Gs)return e.RED_INTEGER;if(r===ji)return e.RG;if(r===Ws)return e.RG_INTEGER;if(r===Xs)return e.RGBA_INTEGER;if(r===Da||r===Ia||r===Ua||r===Oa)if(s===ht)if(n=t.get("WEBGL_compressed_texture_s3tc_srgb"),n!==null){if(r===Da)return n.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(r===Ia)return n.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(r===Ua)return n.
COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(r===Oa)return n.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(n=t.get("WEBGL_compressed_texture_s3tc"),n!==null){if(r===Da)return n.COMPRESSED_RGB_S3TC_DXT1_EXT;if(r===Ia)return n.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(r===Ua)return n.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(r===Oa)return n.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(r===ts||r===is||r===rs||r===as)if(n=t.get("WEBGL_compressed_texture_pvrtc"),n!==null){if(r===ts)return n.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;
if(r===is)return n.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(r===rs)return n.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(r===as)return n.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(r===ns||r===ss||r===os||r===ls||r===hs||r===Xa||r===us)if(n=t.get("WEBGL_compressed_texture_etc"),n!==null){if(r===ns||r===ss)return s===ht?n.COMPRESSED_SRGB8_ETC2:n.COMPRESSED_RGB8_ETC2;if(r===os)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:n.COMPRESSED_RGBA8_ETC2_EAC;if(r===ls)return n.COMPRESSED_R11_EAC;if(r===hs)return n.
COMPRESSED_SIGNED_R11_EAC;if(r===Xa)return n.COMPRESSED_RG11_EAC;if(r===us)return n.COMPRESSED_SIGNED_RG11_EAC}else return null;if(r===cs||r===ds||r===ps||r===fs||r===ms||r===gs||r===vs||r===_s||r===ys||r===xs||r===Ss||r===Ms||r===bs||r===Es)if(n=t.get("WEBGL_compressed_texture_astc"),n!==null){if(r===cs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:n.COMPRESSED_RGBA_ASTC_4x4_KHR;if(r===ds)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:n.COMPRESSED_RGBA_ASTC_5x4_KHR;if(r===ps)return s===
ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:n.COMPRESSED_RGBA_ASTC_5x5_KHR;if(r===fs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:n.COMPRESSED_RGBA_ASTC_6x5_KHR;if(r===ms)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:n.COMPRESSED_RGBA_ASTC_6x6_KHR;if(r===gs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:n.COMPRESSED_RGBA_ASTC_8x5_KHR;if(r===vs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:n.COMPRESSED_RGBA_ASTC_8x6_KHR;if(r===_s)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:
n.COMPRESSED_RGBA_ASTC_8x8_KHR;if(r===ys)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:n.COMPRESSED_RGBA_ASTC_10x5_KHR;if(r===xs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:n.COMPRESSED_RGBA_ASTC_10x6_KHR;if(r===Ss)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:n.COMPRESSED_RGBA_ASTC_10x8_KHR;if(r===Ms)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:n.COMPRESSED_RGBA_ASTC_10x10_KHR;if(r===bs)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:n.COMPRESSED_RGBA_ASTC_12x10_KHR;
if(r===Es)return s===ht?n.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:n.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(r===Ts||r===ws||r===As)if(n=t.get("EXT_texture_compression_bptc"),n!==null){if(r===Ts)return s===ht?n.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:n.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(r===ws)return n.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(r===As)return n.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(r===Rs||r===Cs||r===ja||r===Ps)if(n=t.get("EXT_texture_compression_rgtc"),n!==
null){if(r===Rs)return n.COMPRESSED_RED_RGTC1_EXT;if(r===Cs)return n.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(r===ja)return n.COMPRESSED_RED_GREEN_RGTC2_EXT;if(r===Ps)return n.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return r===vr?e.UNSIGNED_INT_24_8:e[r]!==void 0?e[r]:null}return{convert:i}}var E0=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,T0=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,w0=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new Oh(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new Yi({vertexShader:E0,fragmentShader:T0,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=
new zt(new Qs(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},A0=class extends Ki{constructor(e,t){super();let i=this,r=null,a=1,n=null,s="local-floor",o=1,l=null,h=null,u=null,d=null,c=null,p=null,g=typeof XRWebGLBinding<"u",x=new w0,m={},f=t.getContextAttributes(),E=null,T=null,y=[],w=[],C=new xe,v=null,b=null,A=new $t;A.viewport=new ut;let O=new $t;O.viewport=new ut;let P=[A,O],z=new Rp,X=null,L=null;this.cameraAutoUpdate=!0,this.enabled=
!1,this.isPresenting=!1,this.getController=function(Q){let re=y[Q];return re===void 0&&(re=new bn,y[Q]=re),re.getTargetRaySpace()},this.getControllerGrip=function(Q){let re=y[Q];return re===void 0&&(re=new bn,y[Q]=re),re.getGripSpace()},this.getHand=function(Q){let re=y[Q];return re===void 0&&(re=new bn,y[Q]=re),re.getHandSpace()};function V(Q){let re=w.indexOf(Q.inputSource);if(re===-1)return;let Se=y[re];Se!==void 0&&(Se.update(Q.inputSource,Q.frame,l||n),Se.dispatchEvent({type:Q.type,data:Q.inputSource}))}
function Z(){r.removeEventListener("select",V),r.removeEventListener("selectstart",V),r.removeEventListener("selectend",V),r.removeEventListener("squeeze",V),r.removeEventListener("squeezestart",V),r.removeEventListener("squeezeend",V),r.removeEventListener("end",Z),r.removeEventListener("inputsourceschange",H);for(let Q=0;Q<y.length;Q++){let re=w[Q];re!==null&&(w[Q]=null,y[Q].disconnect(re))}X=null,L=null,x.reset();for(let Q in m)delete m[Q];if(e.setRenderTarget(E),c=null,d=null,u=null,r=null,T=
null,be.stop(),i.isPresenting=!1,e.setPixelRatio(v),e.setSize(C.width,C.height,!1),b!==null){let Q=b.camera;Q.fov=b.fov,Q.zoom=b.zoom,Q.updateProjectionMatrix(),b=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){a=Q,i.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){s=Q,i.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=
function(){return l||n},this.setReferenceSpace=function(Q){l=Q},this.getBaseLayer=function(){return d!==null?d:c},this.getBinding=function(){return u===null&&g&&(u=new XRWebGLBinding(r,t)),u},this.getFrame=function(){return p},this.getSession=function(){return r},this.setSession=async function(Q){if(r=Q,r!==null){if(E=e.getRenderTarget(),r.addEventListener("select",V),r.addEventListener("selectstart",V),r.addEventListener("selectend",V),r.addEventListener("squeeze",V),r.addEventListener("squeeze\
start",V),r.addEventListener("squeezeend",V),r.addEventListener("end",Z),r.addEventListener("inputsourceschange",H),f.xrCompatible!==!0&&await t.makeXRCompatible(),v=e.getPixelRatio(),e.getSize(C),g&&"createProjectionLayer"in XRWebGLBinding.prototype){let re=null,Se=null,He=null;f.depth&&(He=f.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,re=f.stencil?Pi:Li,Se=f.stencil?vr:ui);let Ve={colorFormat:t.RGBA8,depthFormat:He,scaleFactor:a};u=this.getBinding(),d=u.createProjectionLayer(Ve),r.updateRenderState(
{layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),T=new hi(d.textureWidth,d.textureHeight,{format:ei,type:Wt,depthTexture:new xr(d.textureWidth,d.textureHeight,Se,void 0,void 0,void 0,void 0,void 0,void 0,re),stencilBuffer:f.stencil,colorSpace:e.outputColorSpace,samples:f.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===
!1})}else{let re={antialias:f.antialias,alpha:!0,depth:f.depth,stencil:f.stencil,framebufferScaleFactor:a};c=new XRWebGLLayer(r,t,re),r.updateRenderState({baseLayer:c}),e.setPixelRatio(1),e.setSize(c.framebufferWidth,c.framebufferHeight,!1),T=new hi(c.framebufferWidth,c.framebufferHeight,{format:ei,type:Wt,colorSpace:e.outputColorSpace,stencilBuffer:f.stencil,resolveDepthBuffer:c.ignoreDepthValues===!1,resolveStencilBuffer:c.ignoreDepthValues===!1,storeMultisampledDepthBuffer:c.ignoreDepthValues===
!1,storeMultisampledStencilBuffer:c.ignoreDepthValues===!1})}T.isXRRenderTarget=!0,this.setFoveation(o),l=null,n=await r.requestReferenceSpace(s),be.setContext(r),be.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return x.getDepthTexture()};function H(Q){for(let re=0;re<Q.removed.length;re++){let Se=Q.removed[re],He=w.indexOf(Se);He>=0&&(w[He]=null,y[He].disconnect(
Se))}for(let re=0;re<Q.added.length;re++){let Se=Q.added[re],He=w.indexOf(Se);if(He===-1){for(let me=0;me<y.length;me++)if(me>=w.length){w.push(Se),He=me;break}else if(w[me]===null){w[me]=Se,He=me;break}if(He===-1)break}let Ve=y[He];Ve&&Ve.connect(Se)}}function ue(Q,re){re===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(re.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(r===null)return;let re=Q.near,Se=Q.far;x.texture!==
null&&(x.depthNear>0&&(re=x.depthNear),x.depthFar>0&&(Se=x.depthFar)),z.near=O.near=A.near=re,z.far=O.far=A.far=Se,(X!==z.near||L!==z.far)&&(r.updateRenderState({depthNear:z.near,depthFar:z.far}),X=z.near,L=z.far),z.layers.mask=Q.layers.mask|6,A.layers.mask=z.layers.mask&-5,O.layers.mask=z.layers.mask&-3;let He=Q.parent,Ve=z.cameras;ue(z,He);for(let me=0;me<Ve.length;me++)ue(Ve[me],He);z.projectionMatrix.copy(A.projectionMatrix),z.projectionMatrixInverse.copy(A.projectionMatrixInverse),b===null&&
Q.isPerspectiveCamera&&(b={camera:Q,fov:Q.fov,zoom:Q.zoom}),q(Q,z,He)};function q(Q,re,Se){Se===null?Q.matrix.copy(re.matrixWorld):(Q.matrix.copy(Se.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(re.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(re.projectionMatrix),Q.projectionMatrixInverse.copy(re.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Jr*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){
return z},this.getFoveation=function(){if(!(d===null&&c===null))return o},this.setFoveation=function(Q){o=Q,d!==null&&(d.fixedFoveation=Q),c!==null&&c.fixedFoveation!==void 0&&(c.fixedFoveation=Q)},this.hasDepthSensing=function(){return x.texture!==null},this.getDepthSensingMesh=function(){return x.getMesh(z)},this.getCameraTexture=function(Q){return m[Q]};let j=null;function se(Q,re){if(h=re.getViewerPose(l||n),p=re,h!==null){let Se=h.views;c!==null&&(e.setRenderTargetFramebuffer(T,c.framebuffer),
e.setRenderTarget(T));let He=!1;Se.length!==z.cameras.length&&(z.cameras.length=0,He=!0);for(let me=0;me<Se.length;me++){let Ke=Se[me],et=null;if(c!==null)et=c.getViewport(Ke);else{let nt=u.getViewSubImage(d,Ke);et=nt.viewport,me===0&&(e.setRenderTargetTextures(T,nt.colorTexture,nt.depthStencilTexture),e.setRenderTarget(T))}let Ie=P[me];Ie===void 0&&(Ie=new $t,Ie.layers.enable(me),Ie.viewport=new ut,P[me]=Ie),Ie.matrix.fromArray(Ke.transform.matrix),Ie.matrix.decompose(Ie.position,Ie.quaternion,
Ie.scale),Ie.projectionMatrix.fromArray(Ke.projectionMatrix),Ie.projectionMatrixInverse.copy(Ie.projectionMatrix).invert(),Ie.viewport.set(et.x,et.y,et.width,et.height),me===0&&(z.matrix.copy(Ie.matrix),z.matrix.decompose(z.position,z.quaternion,z.scale)),He===!0&&z.cameras.push(Ie)}let Ve=r.enabledFeatures;if(Ve&&Ve.includes("depth-sensing")&&r.depthUsage=="gpu-optimized"&&g){u=i.getBinding();let me=u.getDepthInformation(Se[0]);me&&me.isValid&&me.texture&&x.init(me,r.renderState)}if(Ve&&Ve.includes(
"camera-access")&&g){e.state.unbindTexture(),u=i.getBinding();for(let me=0;me<Se.length;me++){let Ke=Se[me].camera;if(Ke){let et=m[Ke];et||(et=new Oh,m[Ke]=et);let Ie=u.getCameraImage(Ke);et.sourceTexture=Ie}}}}for(let Se=0;Se<y.length;Se++){let He=w[Se],Ve=y[Se];He!==null&&Ve!==void 0&&Ve.update(He,re,l||n)}j&&j(Q,re),re.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:re}),p=null}let be=new ou;be.setAnimationLoop(se),this.setAnimationLoop=function(Q){j=Q},this.dispose=function(){}}},
R0=new at,_u=new Ze;_u.set(-1,0,0,0,1,0,0,0,1);function C0(e,t){function i(m,f){m.matrixAutoUpdate===!0&&m.updateMatrix(),f.value.copy(m.matrix)}function r(m,f){f.color.getRGB(m.fogColor.value,ru(e)),f.isFog?(m.fogNear.value=f.near,m.fogFar.value=f.far):f.isFogExp2&&(m.fogDensity.value=f.density)}function a(m,f,E,T,y){f.isNodeMaterial?f.uniformsNeedUpdate=!1:f.isMeshBasicMaterial?n(m,f):f.isMeshLambertMaterial?(n(m,f),f.envMap&&(m.envMapIntensity.value=f.envMapIntensity)):f.isMeshToonMaterial?(n(
m,f),d(m,f)):f.isMeshPhongMaterial?(n(m,f),u(m,f),f.envMap&&(m.envMapIntensity.value=f.envMapIntensity)):f.isMeshStandardMaterial?(n(m,f),c(m,f),f.isMeshPhysicalMaterial&&p(m,f,y)):f.isMeshMatcapMaterial?(n(m,f),g(m,f)):f.isMeshDepthMaterial?n(m,f):f.isMeshDistanceMaterial?(n(m,f),x(m,f)):f.isMeshNormalMaterial?n(m,f):f.isLineBasicMaterial?(s(m,f),f.isLineDashedMaterial&&o(m,f)):f.isPointsMaterial?l(m,f,E,T):f.isSpriteMaterial?h(m,f):f.isShadowMaterial?(m.color.value.copy(f.color),m.opacity.value=
f.opacity):f.isShaderMaterial&&(f.uniformsNeedUpdate=!1)}function n(m,f){m.opacity.value=f.opacity,f.color&&m.diffuse.value.copy(f.color),f.emissive&&m.emissive.value.copy(f.emissive).multiplyScalar(f.emissiveIntensity),f.map&&(m.map.value=f.map,i(f.map,m.mapTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,i(f.alphaMap,m.alphaMapTransform)),f.bumpMap&&(m.bumpMap.value=f.bumpMap,i(f.bumpMap,m.bumpMapTransform),m.bumpScale.value=f.bumpScale,f.side===Ft&&(m.bumpScale.value*=-1)),f.normalMap&&(m.
normalMap.value=f.normalMap,i(f.normalMap,m.normalMapTransform),m.normalScale.value.copy(f.normalScale),f.side===Ft&&m.normalScale.value.negate()),f.displacementMap&&(m.displacementMap.value=f.displacementMap,i(f.displacementMap,m.displacementMapTransform),m.displacementScale.value=f.displacementScale,m.displacementBias.value=f.displacementBias),f.emissiveMap&&(m.emissiveMap.value=f.emissiveMap,i(f.emissiveMap,m.emissiveMapTransform)),f.specularMap&&(m.specularMap.value=f.specularMap,i(f.specularMap,
m.specularMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest);let E=t.get(f),T=E.envMap,y=E.envMapRotation;T&&(m.envMap.value=T,m.envMapRotation.value.setFromMatrix4(R0.makeRotationFromEuler(y)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(_u),m.reflectivity.value=f.reflectivity,m.ior.value=f.ior,m.refractionRatio.value=f.refractionRatio),f.lightMap&&(m.lightMap.value=f.lightMap,m.lightMapIntensity.value=f.lightMapIntensity,i(f.lightMap,
m.lightMapTransform)),f.aoMap&&(m.aoMap.value=f.aoMap,m.aoMapIntensity.value=f.aoMapIntensity,i(f.aoMap,m.aoMapTransform))}function s(m,f){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,f.map&&(m.map.value=f.map,i(f.map,m.mapTransform))}function o(m,f){m.dashSize.value=f.dashSize,m.totalSize.value=f.dashSize+f.gapSize,m.scale.value=f.scale}function l(m,f,E,T){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,m.size.value=f.size*E,m.scale.value=T*.5,f.map&&(m.map.value=f.map,i(f.map,
m.uvTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,i(f.alphaMap,m.alphaMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest)}function h(m,f){m.diffuse.value.copy(f.color),m.opacity.value=f.opacity,m.rotation.value=f.rotation,f.map&&(m.map.value=f.map,i(f.map,m.mapTransform)),f.alphaMap&&(m.alphaMap.value=f.alphaMap,i(f.alphaMap,m.alphaMapTransform)),f.alphaTest>0&&(m.alphaTest.value=f.alphaTest)}function u(m,f){m.specular.value.copy(f.specular),m.shininess.value=Math.max(f.shininess,
1e-4)}function d(m,f){f.gradientMap&&(m.gradientMap.value=f.gradientMap)}function c(m,f){m.metalness.value=f.metalness,f.metalnessMap&&(m.metalnessMap.value=f.metalnessMap,i(f.metalnessMap,m.metalnessMapTransform)),m.roughness.value=f.roughness,f.roughnessMap&&(m.roughnessMap.value=f.roughnessMap,i(f.roughnessMap,m.roughnessMapTransform)),f.envMap&&(m.envMapIntensity.value=f.envMapIntensity)}function p(m,f,E){m.ior.value=f.ior,f.diffuseRoughness>0&&(m.diffuseRoughness.value=f.diffuseRoughness,f.
diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=f.diffuseRoughnessMap,i(f.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),f.sheen>0&&(m.sheenColor.value.copy(f.sheenColor).multiplyScalar(f.sheen),m.sheenRoughness.value=f.sheenRoughness,f.sheenColorMap&&(m.sheenColorMap.value=f.sheenColorMap,i(f.sheenColorMap,m.sheenColorMapTransform)),f.sheenRoughnessMap&&(m.sheenRoughnessMap.value=f.sheenRoughnessMap,i(f.sheenRoughnessMap,m.sheenRoughnessMapTransform))),f.clearcoat>0&&(m.clearcoat.value=
f.clearcoat,m.clearcoatRoughness.value=f.clearcoatRoughness,f.clearcoatMap&&(m.clearcoatMap.value=f.clearcoatMap,i(f.clearcoatMap,m.clearcoatMapTransform)),f.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=f.clearcoatRoughnessMap,i(f.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),f.clearcoatNormalMap&&(m.clearcoatNormalMap.value=f.clearcoatNormalMap,i(f.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(f.clearcoatNormalScale),f.side===Ft&&m.clearcoatNormalScale.
value.negate())),f.dispersion>0&&(m.dispersion.value=f.dispersion),f.retroreflectivity>0&&(m.retroreflectivity.value=f.retroreflectivity),f.iridescence>0&&(m.iridescence.value=f.iridescence,m.iridescenceIOR.value=f.iridescenceIOR,m.iridescenceThicknessMinimum.value=f.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=f.iridescenceThicknessMaximum,f.iridescenceMap&&(m.iridescenceMap.value=f.iridescenceMap,i(f.iridescenceMap,m.iridescenceMapTransform)),f.iridescenceThicknessMap&&(m.iridescenceThicknessMap.
value=f.iridescenceThicknessMap,i(f.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),f.transmission>0&&(m.transmission.value=f.transmission,m.transmissionSamplerMap.value=E.texture,m.transmissionSamplerSize.value.set(E.width,E.height),f.transmissionMap&&(m.transmissionMap.value=f.transmissionMap,i(f.transmissionMap,m.transmissionMapTransform)),m.thickness.value=f.thickness,f.thicknessMap&&(m.thicknessMap.value=f.thicknessMap,i(f.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.
value=f.attenuationDistance,m.attenuationColor.value.copy(f.attenuationColor)),f.anisotropy>0&&(m.anisotropyVector.value.set(f.anisotropy*Math.cos(f.anisotropyRotation),f.anisotropy*Math.sin(f.anisotropyRotation)),f.anisotropyMap&&(m.anisotropyMap.value=f.anisotropyMap,i(f.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=f.specularIntensity,m.specularColor.value.copy(f.specularColor),f.specularColorMap&&(m.specularColorMap.value=f.specularColorMap,i(f.specularColorMap,m.specularColorMapTransform)),
f.specularIntensityMap&&(m.specularIntensityMap.value=f.specularIntensityMap,i(f.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,f){f.matcap&&(m.matcap.value=f.matcap)}function x(m,f){let E=t.get(f).light;m.referencePosition.value.setFromMatrixPosition(E.matrixWorld),m.nearDistance.value=E.shadow.camera.near,m.farDistance.value=E.shadow.camera.far}return{refreshFogUniforms:r,refreshMaterialUniforms:a}}function P0(e,t,i,r){let a={},n={};function s(E,T){let y=T.program;r.uniformBlockBinding(
E,y,a[E.id])}function o(E,T){let y=a[E.id];y===void 0&&(g(E),y=l(E),a[E.id]=y,E.addEventListener("dispose",m));let w=T.program;r.updateUBOMapping(E,w);let C=t.render.frame;n[E.id]!==C&&(h(E),n[E.id]=C)}function l(E){let T=e.createBuffer(),y=E.__size,w=E.usage;return e.bindBuffer(e.UNIFORM_BUFFER,T),e.bufferData(e.UNIFORM_BUFFER,y,w),e.bindBuffer(e.UNIFORM_BUFFER,null),T}function h(E){let T=a[E.id],y=E.uniforms,w=E.__cache;e.bindBuffer(e.UNIFORM_BUFFER,T);for(let C=0,v=y.length;C<v;C++){let b=y[C];
if(Array.isArray(b))for(let A=0,O=b.length;A<O;A++)u(b[A],C,A,w);else u(b,C,0,w)}e.bindBuffer(e.UNIFORM_BUFFER,null)}function u(E,T,y,w){if(c(E,T,y,w)===!0){let C=E.__offset,v=E.value;if(Array.isArray(v)){let b=0;for(let A=0;A<v.length;A++){let O=v[A],P=x(O,!0);d(O,E.__data,b),b+=P.storage/Float32Array.BYTES_PER_ELEMENT}}else d(v,E.__data,0);e.bufferSubData(e.UNIFORM_BUFFER,C,E.__data)}}function d(E,T,y){typeof E=="number"||typeof E=="boolean"?T[y]=E:E.isMatrix3?(T[y]=E.elements[0],T[y+1]=E.elements[1],
T[y+2]=E.elements[2],T[y+3]=0,T[y+4]=E.elements[3],T[y+5]=E.elements[4],T[y+6]=E.elements[5],T[y+7]=0,T[y+8]=E.elements[6],T[y+9]=E.elements[7],T[y+10]=E.elements[8],T[y+11]=0):ArrayBuffer.isView(E)?T.set(E.subarray(0,T.length-y),y):E.toArray(T,y)}function c(E,T,y,w){let C=E.value,v=T+"_"+y;if(Array.isArray(C)){w[v]===void 0&&(w[v]=[]);let b=w[v],A=!1;for(let O=0;O<C.length;O++)p(C[O],b,O)===!0&&(A=!0);return A}return p(C,w,v)}function p(E,T,y){if(T[y]===void 0)return typeof E=="number"||typeof E==
"boolean"?T[y]=E:ArrayBuffer.isView(E)?T[y]=E.slice():T[y]=E.clone(),!0;{let w=T[y];if(typeof E=="number"||typeof E=="boolean"){if(w!==E)return T[y]=E,!0}else{if(ArrayBuffer.isView(E))return!0;if(w.equals(E)===!1)return w.copy(E),!0}}return!1}function g(E){let T=E.uniforms,y=0,w=16;for(let v=0,b=T.length;v<b;v++){let A=Array.isArray(T[v])?T[v]:[T[v]];for(let O=0,P=A.length;O<P;O++){let z=A[O],X=Array.isArray(z.value)?z.value:[z.value],L=Array.isArray(T[v])||Array.isArray(z.value),V=y;for(let H=0,
ue=X.length;H<ue;H++){let q=X[H],j=x(q,L),se=y%w,be=se%j.boundary,Q=se+be;y+=be,Q!==0&&w-Q<j.storage&&(y+=w-Q),H===0&&(V=y),y+=j.storage}let Z=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Z((y-V)/Float32Array.BYTES_PER_ELEMENT),z.__offset=V}}let C=y%w;return C>0&&(y+=w-C),E.__size=y,E.__cache={},this}function x(E,T){let y={boundary:0,storage:0};return typeof E=="number"||typeof E=="boolean"?(y.boundary=4,y.storage=4):E.isVector2?(y.boundary=8,y.storage=8):E.isVector3||
E.isColor?(y.boundary=16,y.storage=12):E.isVector4?(y.boundary=16,y.storage=16):E.isMatrix3?(y.boundary=16,y.storage=48):E.isMatrix4?(y.boundary=16,y.storage=64):E.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(E)?(y.boundary=16,y.storage=E.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",E),T===!0&&(y.boundary=16,y.storage=Math.ceil(y.storage/16)*16),y}function m(E){let T=E.target;T.removeEventListener("dispose",m),e.deleteBuffer(
a[T.id]),delete a[T.id],delete n[T.id]}function f(){for(let E in a)e.deleteBuffer(a[E]);a={},n={}}return{bind:s,update:o,dispose:f}}var L0=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,
14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,
11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,
15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,
15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,
4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,
1783,14324,1608,13996,1398,13702,1183]),ni=null;function N0(){return ni===null&&(ni=new dd(L0,16,16,ji,ci),ni.name="DFG_LUT",ni.minFilter=Ut,ni.magFilter=Ut,ni.wrapS=oi,ni.wrapT=oi,ni.generateMipmaps=!1,ni.needsUpdate=!0),ni}var D0=class{constructor(e={}){let{canvas:t=Ac(),context:i=null,depth:r=!0,stencil:a=!1,alpha:n=!1,antialias:s=!1,premultipliedAlpha:o=!0,preserveDrawingBuffer:l=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:c=Wt}=e;
this.isWebGLRenderer=!0;let p;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=i.getContextAttributes().alpha}else p=n;let g=c,x=new Set([Xs,Ws,Gs]),m=new Set([Wt,ui,Xr,vr,Vs,ks]),f=new Uint32Array(4),E=new Int32Array(4),T={textures:[],min:[],max:[],resolution:[]},y=null,w=null,C=[],v=[],b=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},
this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=xi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let A=this,O=!1,P=null,z=null,X=null,L=null;this._outputColorSpace=Ot;let V=0,Z=0,H=null,ue=-1,q=null,j=new ut,se=new ut,be=null,Q=new Je(0),re=0,Se=t.width,He=t.height,Ve=1,me=null,Ke=null,et=new ut(0,0,Se,He),Ie=new ut(0,0,Se,He),nt=!1,le=new yr,ge=new fd,
pe=!1,Le=!1,B=new at,W=new D,ee=new ut,ie={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},te=!1;function Ae(){return H===null?Ve:1}let R=i;function ke(S,U){return t.getContext(S,U)}let Oe,Be,he,Ne,ve,Ue,Ee,M,_,F,$,K,de,fe,I,ne,_e,N,J,oe,ce,Te,Me;try{let S={alpha:!0,depth:r,stencil:a,antialias:s,premultipliedAlpha:o,preserveDrawingBuffer:l,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine","three.js r187"),t.addEventListener(
"webglcontextlost",Xe,!1),t.addEventListener("webglcontextrestored",ze,!1),t.addEventListener("webglcontextcreationerror",Qe,!1),R===null){let U="webgl2";if(R=ke(U,S),R===null)throw ke(U)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Ge()}catch(S){throw t.removeEventListener("webglcontextlost",Xe,!1),t.removeEventListener("webglcontextrestored",ze,!1),t.removeEventListener("webglcontex\
tcreationerror",Qe,!1),Ye("WebGLRenderer: "+S.message),S}function Ge(){Oe=new Og(R),Oe.init(),ce=new b0(R,Oe),Be=new Tg(R,Oe,e,ce),he=new S0(R,Oe),Be.reversedDepthBuffer&&d&&he.buffers.depth.setReversed(!0),z=R.createFramebuffer(),X=R.createFramebuffer(),L=R.createFramebuffer(),Ne=new zg(R),ve=new o0,Ue=new M0(R,Oe,he,ve,Be,ce,Ne),Ee=new Ug(A),M=new Hp(R),Te=new bg(R,M),_=new Fg(R,M,Ne,Te),F=new Vg(R,_,M,Te,Ne),N=new Hg(R,Be,Ue),I=new wg(ve),$=new s0(A,Ee,Oe,Be,Te,I),K=new C0(A,ve),de=new h0,fe=
new m0(Oe),_e=new Mg(A,Ee,he,F,p,o),ne=new x0(A,F,Be),Me=new P0(R,Ne,Be,he),J=new Eg(R,Oe,Ne),oe=new Bg(R,Oe,Ne),Ne.programs=$.programs,A.capabilities=Be,A.extensions=Oe,A.properties=ve,A.renderLists=de,A.shadowMap=ne,A.state=he,A.info=Ne}g!==Wt&&(b=new Gg(g,t.width,t.height,s,r,a));let ae=new A0(A,R);this.xr=ae,this.getContext=function(){return R},this.getContextAttributes=function(){return R.getContextAttributes()},this.forceContextLoss=function(){let S=Oe.get("WEBGL_lose_context");S&&S.loseContext()},
this.forceContextRestore=function(){let S=Oe.get("WEBGL_lose_context");S&&S.restoreContext()},this.getPixelRatio=function(){return Ve},this.setPixelRatio=function(S){S!==void 0&&(Ve=S,this.setSize(Se,He,!1))},this.getSize=function(S){return S.set(Se,He)},this.setSize=function(S,U,Y=!0){if(ae.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}Se=S,He=U,t.width=Math.floor(S*Ve),t.height=Math.floor(U*Ve),Y===!0&&(t.style.width=S+"px",t.style.height=U+"px"),b!==
null&&b.setSize(t.width,t.height),this.setViewport(0,0,S,U)},this.getDrawingBufferSize=function(S){return S.set(Se*Ve,He*Ve).floor()},this.setDrawingBufferSize=function(S,U,Y){Se=S,He=U,Ve=Y,t.width=Math.floor(S*Y),t.height=Math.floor(U*Y),this.setViewport(0,0,S,U)},this.setEffects=function(S){if(g===Wt){Ye("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(S){for(let U=0;U<S.length;U++)if(S[U].isOutputPass===!0){qe("WebGLRenderer: OutputPass is\
 not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}b.setEffects(S||[])},this.getCurrentViewport=function(S){return S.copy(j)},this.getViewport=function(S){return S.copy(et)},this.setViewport=function(S,U,Y,G){S.isVector4?et.set(S.x,S.y,S.z,S.w):et.set(S,U,Y,G),he.viewport(j.copy(et).multiplyScalar(Ae()).round())},this.getScissor=function(S){return S.copy(Ie)},this.setScissor=function(S,U,Y,G){S.isVector4?Ie.set(S.x,S.y,S.z,S.w):Ie.set(S,U,Y,G),
he.scissor(se.copy(Ie).multiplyScalar(Ae()).round())},this.getScissorTest=function(){return nt},this.setScissorTest=function(S){he.setScissorTest(nt=S)},this.setOpaqueSort=function(S){me=S},this.setTransparentSort=function(S){Ke=S},this.getClearColor=function(S){return S.copy(_e.getClearColor())},this.setClearColor=function(){_e.setClearColor(...arguments)},this.getClearAlpha=function(){return _e.getClearAlpha()},this.setClearAlpha=function(){_e.setClearAlpha(...arguments)},this.clear=function(S=!0,U=!0,Y=!0){
let G=0;if(S){let k=!1;if(H!==null){let ye=H.texture.format;k=x.has(ye)}if(k){let ye=H.texture.type,Re=m.has(ye),we=_e.getClearColor(),De=_e.getClearAlpha(),je=we.r,tt=we.g,st=we.b;Re?(f[0]=je,f[1]=tt,f[2]=st,f[3]=De,R.clearBufferuiv(R.COLOR,0,f)):(E[0]=je,E[1]=tt,E[2]=st,E[3]=De,R.clearBufferiv(R.COLOR,0,E))}else G|=R.COLOR_BUFFER_BIT}U&&(G|=R.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),Y&&(G|=R.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),G!==0&&R.clear(G)},this.
clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(S){S.setRenderer(this),P=S},this.dispose=function(){t.removeEventListener("webglcontextlost",Xe,!1),t.removeEventListener("webglcontextrestored",ze,!1),t.removeEventListener("webglcontextcreationerror",Qe,!1),_e.dispose(),de.dispose(),fe.dispose(),Ue.dispose(),ve.dispose(),Ee.dispose(),F.dispose(),_.dispose(),Te.dispose(),Me.
dispose(),$.dispose(),ae.dispose(),ae.removeEventListener("sessionstart",oo),ae.removeEventListener("sessionend",lo),Ui.stop()};function Xe(S){S.preventDefault(),Ro("WebGLRenderer: Context Lost."),O=!0}function ze(){Ro("WebGLRenderer: Context Restored."),O=!1;let S=Ne.autoReset,U=ne.enabled,Y=ne.autoUpdate,G=ne.needsUpdate,k=ne.type;Ge(),Ne.autoReset=S,ne.enabled=U,ne.autoUpdate=Y,ne.needsUpdate=G,ne.type=k}function Qe(S){Ye("WebGLRenderer: A WebGL context could not be created. Reason: ",S.statusMessage)}
function Pe(S){let U=S.target;U.removeEventListener("dispose",Pe),ct(U)}function ct(S){vt(S),ve.remove(S)}function vt(S){let U=ve.get(S).programs;U!==void 0&&(U.forEach(function(Y){$.releaseProgram(Y)}),S.isShaderMaterial&&$.releaseShaderCache(S))}this.renderBufferDirect=function(S,U,Y,G,k,ye){U===null&&(U=ie);let Re=k.isMesh&&k.matrixWorld.determinantAffine()<0,we=Cu(S,U,Y,G,k);he.setMaterial(G,Re);let De=Y.index,je=1;if(G.wireframe===!0){if(De=_.getWireframeAttribute(Y),De===void 0)return;je=2}
let tt=Y.drawRange,st=Y.attributes.position,Fe=tt.start*je,lt=(tt.start+tt.count)*je;ye!==null&&(Fe=Math.max(Fe,ye.start*je),lt=Math.min(lt,(ye.start+ye.count)*je)),De!==null?(Fe=Math.max(Fe,0),lt=Math.min(lt,De.count)):st!=null&&(Fe=Math.max(Fe,0),lt=Math.min(lt,st.count));let St=lt-Fe;if(St<0||St===1/0)return;Te.setup(k,G,we,Y,De);let dt,ft=J;if(De!==null&&(dt=M.get(De),ft=oe,ft.setIndex(dt)),k.isMesh)G.wireframe===!0?(he.setLineWidth(G.wireframeLinewidth*Ae()),ft.setMode(R.LINES)):ft.setMode(
R.TRIANGLES);else if(k.isLine){let xt=G.linewidth;xt===void 0&&(xt=1),he.setLineWidth(xt*Ae()),k.isLineSegments?ft.setMode(R.LINES):k.isLineLoop?ft.setMode(R.LINE_LOOP):ft.setMode(R.LINE_STRIP)}else k.isPoints?ft.setMode(R.POINTS):k.isSprite&&ft.setMode(R.TRIANGLES);if(k.isBatchedMesh)if(Oe.get("WEBGL_multi_draw"))ft.renderMultiDraw(k._multiDrawStarts,k._multiDrawCounts,k._multiDrawCount);else{let xt=k._multiDrawStarts,We=k._multiDrawCounts,Nt=k._multiDrawCount,Oi=De?M.get(De).bytesPerElement:1,
Fi=ve.get(G).currentProgram.getUniforms();for(let Rt=0;Rt<Nt;Rt++)Fi.setValue(R,"_gl_DrawID",Rt),ft.render(xt[Rt]/Oi,We[Rt])}else if(k.isInstancedMesh)ft.renderInstances(Fe,St,k.count);else if(Y.isInstancedBufferGeometry){let xt=Y._maxInstanceCount!==void 0?Y._maxInstanceCount:1/0,We=Math.min(Y.instanceCount,xt);ft.renderInstances(Fe,St,We)}else ft.render(Fe,St)};function so(S,U,Y,G){P!==null&&S.isNodeMaterial&&P.setObject(G,S),pe===!0&&I.setState(S,Y,!1),S.transparent===!0&&S.side===jt&&S.forceSinglePass===
!1?(S.side=Ft,S.needsUpdate=!0,wr(S,U,G),S.side=Xi,S.needsUpdate=!0,wr(S,U,G),S.side=jt):wr(S,U,G)}this.compile=function(S,U,Y=null){Y===null&&(Y=S),P!==null&&P.renderStart(S,U,Y),w=fe.get(Y),w.init(U),v.push(w),Y.traverseVisible(function(k){k.isLight&&k.layers.test(U.layers)&&(w.pushLight(k),k.castShadow&&w.pushShadow(k))}),S!==Y&&S.traverseVisible(function(k){k.isLight&&k.layers.test(U.layers)&&(w.pushLight(k),k.castShadow&&w.pushShadow(k))}),w.setupLights(),P!==null&&P.updateLights(w.state.lightsArray),
Le=this.localClippingEnabled,pe=I.init(this.clippingPlanes,Le),pe===!0&&I.setGlobalState(this.clippingPlanes,U),P!==null&&ne.render(w.state.shadowsArray,Y,U);let G=new Set;return S.traverse(function(k){if(!(k.isMesh||k.isPoints||k.isLine||k.isSprite))return;let ye=k.material;if(ye)if(Array.isArray(ye))for(let Re=0;Re<ye.length;Re++){let we=ye[Re];so(we,Y,U,k),G.add(we)}else so(ye,Y,U,k),G.add(ye)}),w=v.pop(),P!==null&&P.renderEnd(),G},this.compileAsync=function(S,U,Y=null){let G=this.compile(S,U,
Y);return new Promise(k=>{function ye(){if(G.forEach(function(Re){let we=ve.get(Re).currentProgram;(we===void 0||we.isReady())&&G.delete(Re)}),G.size===0){k(S);return}setTimeout(ye,10)}Oe.get("KHR_parallel_shader_compile")!==null?ye():setTimeout(ye,10)})};let cn=null;function Au(S){cn&&cn(S)}function oo(){Ui.stop()}function lo(){Ui.start()}let Ui=new ou;Ui.setAnimationLoop(Au),typeof self<"u"&&Ui.setContext(self),this.setAnimationLoop=function(S){cn=S,ae.setAnimationLoop(S),S===null?Ui.stop():Ui.
start()},ae.addEventListener("sessionstart",oo),ae.addEventListener("sessionend",lo),this.render=function(S,U){if(U!==void 0&&U.isCamera!==!0){Ye("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(O===!0)return;P!==null&&P.renderStart(S,U);let Y=ae.enabled===!0&&ae.isPresenting===!0,G=b!==null&&(H===null||Y)&&b.begin(A,H);if(S.matrixWorldAutoUpdate===!0&&S.updateMatrixWorld(),U.parent===null&&U.matrixWorldAutoUpdate===!0&&U.updateMatrixWorld(),ae.enabled===!0&&ae.isPresenting===
!0&&(b===null||b.isCompositing()===!1)&&(ae.cameraAutoUpdate===!0&&ae.updateCamera(U),U=ae.getCamera()),S.isScene===!0&&S.onBeforeRender(A,S,U,H),w=fe.get(S,v.length),w.init(U),w.state.textureUnits=Ue.getTextureUnits(),v.push(w),B.multiplyMatrices(U.projectionMatrix,U.matrixWorldInverse),U.isArrayCamera?ge.setFromArrayCamera(U):le.setFromProjectionMatrix(B,ti,U.reversedDepth),Le=this.localClippingEnabled,pe=I.init(this.clippingPlanes,Le),y=de.get(S,C.length),y.init(),C.push(y),this.info.render.frame++,
ae.enabled===!0&&ae.isPresenting===!0){let ye=A.xr.getDepthSensingMesh();ye!==null&&dn(ye,U,-1/0,A.sortObjects)}dn(S,U,0,A.sortObjects),y.finish(),P!==null&&P.updateLights(w.state.lightsArray),A.sortObjects===!0&&y.sort(me,Ke),te=ae.enabled===!1||ae.isPresenting===!1||ae.hasDepthSensing()===!1,te&&_e.addToRenderList(y,S),this.info.autoReset===!0&&this.info.reset(),pe===!0&&I.beginShadows();let k=w.state.shadowsArray;if(ne.render(k,S,U),pe===!0&&I.endShadows(),(G&&b.hasRenderPass())===!1){let ye=y.
opaque,Re=y.transmissive;if(w.setupLights(),U.isArrayCamera){let we=U.cameras;if(Re.length>0)for(let De=0,je=we.length;De<je;De++){let tt=we[De];uo(ye,Re,S,tt)}te&&_e.render(S);for(let De=0,je=we.length;De<je;De++){let tt=we[De];ho(y,S,tt,tt.viewport)}}else Re.length>0&&uo(ye,Re,S,U),te&&_e.render(S),ho(y,S,U)}H!==null&&Z===0&&(Ue.updateMultisampleRenderTarget(H),Ue.updateRenderTargetMipmap(H)),G&&b.end(A),S.isScene===!0&&S.onAfterRender(A,S,U),Te.resetDefaultState(),ue=-1,q=null,v.pop(),v.length>
0?(w=v[v.length-1],Ue.setTextureUnits(w.state.textureUnits),pe===!0&&I.setGlobalState(A.clippingPlanes,w.state.camera)):w=null,C.pop(),C.length>0?y=C[C.length-1]:y=null,P!==null&&P.renderEnd()};function dn(S,U,Y,G){if(S.visible===!1)return;if(S.layers.test(U.layers)){if(S.isGroup)Y=S.renderOrder;else if(S.isLOD)S.autoUpdate===!0&&S.update(U);else if(S.isLight)w.pushLight(S),S.castShadow&&w.pushShadow(S);else if(S.isSprite){let ye=U.isArrayCamera?ge:le;if(!S.frustumCulled||S.intersectsFrustum(ye)){
G&&ee.setFromMatrixPosition(S.matrixWorld).applyMatrix4(B);let Re=F.update(S),we=S.material;we.visible&&y.push(S,Re,we,Y,ee.z,null,U)}}else if(S.isMesh||S.isLine||S.isPoints){let ye=U.isArrayCamera?ge:le;if(!S.frustumCulled||S.intersectsFrustum(ye)){let Re=F.update(S),we=S.material;if(G&&(S.boundingSphere!==void 0?(S.boundingSphere===null&&S.computeBoundingSphere(),ee.copy(S.boundingSphere.center)):(Re.boundingSphere===null&&Re.computeBoundingSphere(),ee.copy(Re.boundingSphere.center)),ee.applyMatrix4(
S.matrixWorld).applyMatrix4(B)),Array.isArray(we)){let De=Re.groups;for(let je=0,tt=De.length;je<tt;je++){let st=De[je],Fe=we[st.materialIndex];Fe&&Fe.visible&&y.push(S,Re,Fe,Y,ee.z,st,U)}}else we.visible&&y.push(S,Re,we,Y,ee.z,null,U)}}}let k=S.children;for(let ye=0,Re=k.length;ye<Re;ye++)dn(k[ye],U,Y,G)}function ho(S,U,Y,G){let{opaque:k,transmissive:ye,transparent:Re}=S;w.setupLightsView(Y),pe===!0&&I.setGlobalState(A.clippingPlanes,Y),G&&he.viewport(j.copy(G)),k.length>0&&ea(k,U,Y),ye.length>
0&&ea(ye,U,Y),Re.length>0&&ea(Re,U,Y),he.buffers.depth.setTest(!0),he.buffers.depth.setMask(!0),he.buffers.color.setMask(!0),he.setPolygonOffset(!1)}function uo(S,U,Y,G){if((Y.isScene===!0?Y.overrideMaterial:null)!==null)return;if(w.state.transmissionRenderTarget[G.id]===void 0){let st=Oe.has("EXT_color_buffer_half_float")||Oe.has("EXT_color_buffer_float");w.state.transmissionRenderTarget[G.id]=new hi(1,1,{generateMipmaps:!0,type:st?ci:Wt,minFilter:yi,samples:Math.max(4,Be.samples),stencilBuffer:a,
resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:rt.workingColorSpace})}let k=w.state.transmissionRenderTarget[G.id],ye=G.viewport||j;k.setSize(ye.z*A.transmissionResolutionScale,ye.w*A.transmissionResolutionScale);let Re=A.getRenderTarget(),we=A.getActiveCubeFace(),De=A.getActiveMipmapLevel();A.setRenderTarget(k),A.getClearColor(Q),re=A.getClearAlpha(),re<1&&A.setClearColor(16777215,.5),A.clear(),te&&_e.render(Y);let je=A.
toneMapping;A.toneMapping=xi;let tt=G.viewport;if(G.viewport!==void 0&&(G.viewport=void 0),w.setupLightsView(G),pe===!0&&I.setGlobalState(A.clippingPlanes,G),ea(S,Y,G),Ue.updateMultisampleRenderTarget(k),Ue.updateRenderTargetMipmap(k),Oe.has("WEBGL_multisampled_render_to_texture")===!1){let st=!1;for(let Fe=0,lt=U.length;Fe<lt;Fe++){let St=U[Fe],{object:dt,geometry:ft,material:xt,group:We}=St;if(xt.side===jt&&dt.layers.test(G.layers)){let Nt=xt.side;xt.side=Ft,xt.needsUpdate=!0,co(dt,Y,G,ft,xt,We),
xt.side=Nt,xt.needsUpdate=!0,st=!0}}st===!0&&(Ue.updateMultisampleRenderTarget(k),Ue.updateRenderTargetMipmap(k))}A.setRenderTarget(Re,we,De),A.setClearColor(Q,re),tt!==void 0&&(G.viewport=tt),A.toneMapping=je}function ea(S,U,Y){let G=U.isScene===!0?U.overrideMaterial:null;for(let k=0,ye=S.length;k<ye;k++){let Re=S[k],{object:we,geometry:De,group:je}=Re,tt=Re.material;tt.allowOverride===!0&&G!==null&&(tt=G),we.layers.test(Y.layers)&&co(we,U,Y,De,tt,je)}}function co(S,U,Y,G,k,ye){P!==null&&k.isNodeMaterial&&
P.setObject(S,k),S.onBeforeRender(A,U,Y,G,k,ye),S.modelViewMatrix.multiplyMatrices(Y.matrixWorldInverse,S.matrixWorld),S.normalMatrix.getNormalMatrix(S.modelViewMatrix),k.onBeforeRender(A,U,Y,G,S,ye),k.transparent===!0&&k.side===jt&&k.forceSinglePass===!1?(k.side=Ft,k.needsUpdate=!0,A.renderBufferDirect(Y,U,G,k,S,ye),k.side=Xi,k.needsUpdate=!0,A.renderBufferDirect(Y,U,G,k,S,ye),k.side=jt):A.renderBufferDirect(Y,U,G,k,S,ye),S.onAfterRender(A,U,Y,G,k,ye)}function po(S){let U=0;for(let Y of S)Y.texture!==
null&&U++;return U}function wr(S,U,Y){U.isScene!==!0&&(U=ie);let G=ve.get(S),k=w.state.lights,ye=w.state.shadowsArray,Re=k.state.version,we=$.getParameters(S,k.state,ye,U,Y,w.state.lightProbeGridArray),De=$.getProgramCacheKey(we),je=G.programs;G.environment=S.isMeshStandardMaterial||S.isMeshLambertMaterial||S.isMeshPhongMaterial?U.environment:null,G.fog=U.fog;let tt=S.isMeshStandardMaterial||S.isMeshLambertMaterial&&!S.envMap||S.isMeshPhongMaterial&&!S.envMap;G.envMap=Ee.get(S.envMap||G.environment,
tt),G.envMapRotation=G.environment!==null&&S.envMap===null?U.environmentRotation:S.envMapRotation,je===void 0&&(S.addEventListener("dispose",Pe),je=new Map,G.programs=je,G.programVariants=new Map);let st=je.get(De);if(st!==void 0){if(G.currentProgram===st&&G.lightsStateVersion===Re)return mo(S,we),st}else we.uniforms=$.getUniforms(S),P!==null&&S.isNodeMaterial&&P.build(S,Y,we),S.onBeforeCompile(we,A),st=$.acquireProgram(we,De),je.set(De,st),G.uniforms=we.uniforms;let Fe=G.uniforms;return(!S.isShaderMaterial&&
!S.isRawShaderMaterial||S.clipping===!0)&&(Fe.clippingPlanes=I.uniform),mo(S,we),G.needsLights=Lu(S),G.lightsStateVersion=Re,G.needsLights&&(Fe.ambientLightColor.value=k.state.ambient,Fe.lightProbe.value=k.state.probe,Fe.sunLights.value=k.state.sun,Fe.sunLightShadows.value=k.state.sunShadow,Fe.directionalLights.value=k.state.directional,Fe.directionalLightShadows.value=k.state.directionalShadow,Fe.spotLights.value=k.state.spot,Fe.spotLightShadows.value=k.state.spotShadow,Fe.rectAreaLights.value=
k.state.rectArea,Fe.ltc_1.value=k.state.rectAreaLTC1,Fe.ltc_2.value=k.state.rectAreaLTC2,Fe.pointLights.value=k.state.point,Fe.pointLightShadows.value=k.state.pointShadow,Fe.hemisphereLights.value=k.state.hemi,Fe.sunShadowMatrix.value=k.state.sunShadowMatrix,Fe.sunShadowCascade.value=k.state.sunShadowCascade,Fe.directionalShadowMatrix.value=k.state.directionalShadowMatrix,Fe.spotLightMatrix.value=k.state.spotLightMatrix,Fe.spotLightMap.value=k.state.spotLightMap,Fe.pointShadowMatrix.value=k.state.
pointShadowMatrix),G.numLightProbeGrids=po(w.state.lightProbeGridArray),G.currentProgram=st,G.uniformsList=null,st}function Ru(S,U,Y,G,k){let ye=ve.get(S),Re=ye.currentProgram.id+","+G+","+k,we=ye.programVariants.get(Re);return we===void 0?(we=wr(S,U,Y),ye.programVariants.set(Re,we)):(ye.currentProgram=we,ye.uniformsList=null,ye.outputColorSpace=G,ye.toneMapping=k),we}function fo(S){if(S.uniformsList===null){let U=S.currentProgram.getUniforms();S.uniformsList=Ha.seqWithValue(U.seq,S.uniforms)}return S.
uniformsList}function mo(S,U){let Y=ve.get(S);Y.outputColorSpace=U.outputColorSpace,Y.batching=U.batching,Y.batchingColor=U.batchingColor,Y.instancing=U.instancing,Y.instancingColor=U.instancingColor,Y.instancingMorph=U.instancingMorph,Y.skinning=U.skinning,Y.morphTargets=U.morphTargets,Y.morphNormals=U.morphNormals,Y.morphColors=U.morphColors,Y.morphTargetsCount=U.morphTargetsCount,Y.numClippingPlanes=U.numClippingPlanes,Y.numIntersection=U.numClipIntersection,Y.vertexAlphas=U.vertexAlphas,Y.vertexTangents=
U.vertexTangents,Y.toneMapping=U.toneMapping}function Cu(S,U,Y,G,k){U.isScene!==!0&&(U=ie),Ue.resetTextureUnits();let ye=U.fog,Re=G.isMeshStandardMaterial||G.isMeshLambertMaterial||G.isMeshPhongMaterial?U.environment:null,we=H===null?A.outputColorSpace:H.isXRRenderTarget===!0?H.texture.colorSpace:rt.workingColorSpace,De=G.isMeshStandardMaterial||G.isMeshLambertMaterial&&!G.envMap||G.isMeshPhongMaterial&&!G.envMap,je=Ee.get(G.envMap||Re,De),tt=G.vertexColors===!0&&!!Y.attributes.color&&Y.attributes.
color.itemSize===4,st=!!Y.attributes.tangent&&(!!G.normalMap||G.anisotropy>0),Fe=!!Y.morphAttributes.position,lt=!!Y.morphAttributes.normal,St=!!Y.morphAttributes.color,dt=xi;G.toneMapped&&(H===null||H.isXRRenderTarget===!0)&&(dt=A.toneMapping);let ft=Y.morphAttributes.position||Y.morphAttributes.normal||Y.morphAttributes.color,xt=ft!==void 0?ft.length:0,We=ve.get(G),Nt=w.state.lights;if(pe===!0&&(Le===!0||S!==q)){let mt=S===q&&G.id===ue;I.setState(G,S,mt)}let Oi=!1,Fi=!1;G.version===We.__version?
We.needsLights&&We.lightsStateVersion!==Nt.state.version||k.isBatchedMesh&&We.batching===!1||!k.isBatchedMesh&&We.batching===!0||k.isBatchedMesh&&We.batchingColor===!0&&k._colorsTexture===null||k.isBatchedMesh&&We.batchingColor===!1&&k._colorsTexture!==null||k.isInstancedMesh&&We.instancing===!1||!k.isInstancedMesh&&We.instancing===!0||k.isSkinnedMesh&&We.skinning===!1||!k.isSkinnedMesh&&We.skinning===!0||k.isInstancedMesh&&We.instancingColor===!0&&k.instanceColor===null||k.isInstancedMesh&&We.instancingColor===
!1&&k.instanceColor!==null||k.isInstancedMesh&&We.instancingMorph===!0&&k.morphTexture===null||k.isInstancedMesh&&We.instancingMorph===!1&&k.morphTexture!==null||We.envMap!==je||G.fog===!0&&We.fog!==ye||We.numClippingPlanes!==void 0&&(We.numClippingPlanes!==I.numPlanes||We.numIntersection!==I.numIntersection)||We.vertexAlphas!==tt||We.vertexTangents!==st||We.morphTargets!==Fe||We.morphNormals!==lt||We.morphColors!==St||We.morphTargetsCount!==xt||We.numLightProbeGrids!==po(w.state.lightProbeGridArray)?
Oi=!0:(We.outputColorSpace!==we||We.toneMapping!==dt)&&(Fi=!0):(Oi=!0,We.__version=G.version);let Rt=We.currentProgram;(Oi===!0||Fi===!0)&&(Rt=Fi===!0?Ru(G,U,k,we,dt):wr(G,U,k),P&&G.isNodeMaterial&&P.onUpdateProgram(G,Rt,We));let ta=!1,Mi=!1,Bi=!1,ot=Rt.getUniforms(),At=We.uniforms;if(he.useProgram(Rt.program)&&(ta=!0,Mi=!0,Bi=!0),G.id!==ue&&(ue=G.id,Mi=!0),ta||q!==S){he.buffers.depth.getReversed()&&S.reversedDepth!==!0&&(S._reversedDepth=!0,S.updateProjectionMatrix()),ot.setValue(R,"projectionM\
atrix",S.projectionMatrix),ot.setValue(R,"viewMatrix",S.matrixWorldInverse);let mt=ot.map.cameraPosition;mt!==void 0&&mt.setValue(R,W.setFromMatrixPosition(S.matrixWorld)),Be.logarithmicDepthBuffer&&ot.setValue(R,"logDepthBufFC",2/(Math.log(S.far+1)/Math.LN2)),(G.isMeshPhongMaterial||G.isMeshToonMaterial||G.isMeshLambertMaterial||G.isMeshBasicMaterial||G.isMeshStandardMaterial||G.isShaderMaterial)&&ot.setValue(R,"isOrthographic",S.isOrthographicCamera===!0),q!==S&&(q=S,Mi=!0,Bi=!0)}if(We.needsLights&&
(Nt.state.sunShadowMap.length>0&&ot.setValue(R,"sunShadowMap",Nt.state.sunShadowMap,Ue),Nt.state.directionalShadowMap.length>0&&ot.setValue(R,"directionalShadowMap",Nt.state.directionalShadowMap,Ue),Nt.state.spotShadowMap.length>0&&ot.setValue(R,"spotShadowMap",Nt.state.spotShadowMap,Ue),Nt.state.pointShadowMap.length>0&&ot.setValue(R,"pointShadowMap",Nt.state.pointShadowMap,Ue)),k.isSkinnedMesh){ot.setOptional(R,k,"bindMatrix"),ot.setOptional(R,k,"bindMatrixInverse");let mt=k.skeleton;mt&&(mt.boneTexture===
null&&mt.computeBoneTexture(),ot.setValue(R,"boneTexture",mt.boneTexture,Ue))}k.isBatchedMesh&&(ot.setOptional(R,k,"batchingTexture"),ot.setValue(R,"batchingTexture",k._matricesTexture,Ue),ot.setOptional(R,k,"batchingIdTexture"),ot.setValue(R,"batchingIdTexture",k._indirectTexture,Ue),ot.setOptional(R,k,"batchingColorTexture"),k._colorsTexture!==null&&ot.setValue(R,"batchingColorTexture",k._colorsTexture,Ue));let Yt=Y.morphAttributes;if((Yt.position!==void 0||Yt.normal!==void 0||Yt.color!==void 0)&&
N.update(k,Y,Rt),(Mi||We.receiveShadow!==k.receiveShadow)&&(We.receiveShadow=k.receiveShadow,ot.setValue(R,"receiveShadow",k.receiveShadow)),(G.isMeshStandardMaterial||G.isMeshLambertMaterial||G.isMeshPhongMaterial)&&G.envMap===null&&U.environment!==null&&(At.envMapIntensity.value=U.environmentIntensity),At.dfgLUT!==void 0&&(At.dfgLUT.value=N0()),Mi){if(ot.setValue(R,"toneMappingExposure",A.toneMappingExposure),We.needsLights&&Pu(At,Bi),ye&&G.fog===!0&&K.refreshFogUniforms(At,ye),K.refreshMaterialUniforms(
At,G,Ve,He,w.state.transmissionRenderTarget[S.id]),We.needsLights&&We.numLightProbeGrids>0){let mt=T,Dt=0;for(let di of w.state.lightProbeGridArray)di.texture!==null&&(mt.textures[Dt]=di.texture,mt.min[Dt]=di.boundingBox.min,mt.max[Dt]=di.boundingBox.max,mt.resolution[Dt]=di.resolution,Dt++);for(let di in mt)mt[di].length=Dt;At.probesSH.value=mt.textures,At.probesMin.value=mt.min,At.probesMax.value=mt.max,At.probesResolution.value=mt.resolution}Ha.upload(R,fo(We),At,Ue)}if(G.isShaderMaterial&&G.
uniformsNeedUpdate===!0&&(Ha.upload(R,fo(We),At,Ue),G.uniformsNeedUpdate=!1),G.isSpriteMaterial&&ot.setValue(R,"center",k.center),ot.setValue(R,"modelViewMatrix",k.modelViewMatrix),ot.setValue(R,"normalMatrix",k.normalMatrix),ot.setValue(R,"modelMatrix",k.matrixWorld),G.uniformsGroups!==void 0){let mt=G.uniformsGroups;for(let Dt=0,di=mt.length;Dt<di;Dt++){let vo=mt[Dt];Me.update(vo,Rt),Me.bind(vo,Rt)}}return Rt}function Pu(S,U){S.ambientLightColor.needsUpdate=U,S.lightProbe.needsUpdate=U,S.sunLights.
needsUpdate=U,S.sunLightShadows.needsUpdate=U,S.directionalLights.needsUpdate=U,S.directionalLightShadows.needsUpdate=U,S.pointLights.needsUpdate=U,S.pointLightShadows.needsUpdate=U,S.spotLights.needsUpdate=U,S.spotLightShadows.needsUpdate=U,S.rectAreaLights.needsUpdate=U,S.hemisphereLights.needsUpdate=U}function Lu(S){return S.isMeshLambertMaterial||S.isMeshToonMaterial||S.isMeshPhongMaterial||S.isMeshStandardMaterial||S.isShadowMaterial||S.isShaderMaterial&&S.lights===!0}this.getActiveCubeFace=
function(){return V},this.getActiveMipmapLevel=function(){return Z},this.getRenderTarget=function(){return H},this.setRenderTargetTextures=function(S,U,Y){let G=ve.get(S);G.__autoAllocateDepthBuffer=S.resolveDepthBuffer===!1,G.__autoAllocateDepthBuffer===!1&&(G.__useRenderToTexture=!1),ve.get(S.texture).__webglTexture=U,ve.get(S.depthTexture).__webglTexture=G.__autoAllocateDepthBuffer?void 0:Y,G.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(S,U){let Y=ve.get(S);Y.__webglFramebuffer=
U,Y.__useDefaultFramebuffer=U===void 0},this.setRenderTarget=function(S,U=0,Y=0){H=S,V=U,Z=Y;let G=null,k=!1,ye=!1;if(S){let Re=ve.get(S);if(Re.__useDefaultFramebuffer!==void 0){he.bindFramebuffer(R.FRAMEBUFFER,Re.__webglFramebuffer),j.copy(S.viewport),se.copy(S.scissor),be=S.scissorTest,he.viewport(j),he.scissor(se),he.setScissorTest(be),ue=-1;return}else if(Re.__webglFramebuffer===void 0)Ue.setupRenderTarget(S);else if(Re.__hasExternalTextures)Ue.rebindTextures(S,ve.get(S.texture).__webglTexture,
ve.get(S.depthTexture).__webglTexture);else if(S.depthBuffer){let je=S.depthTexture;if(Re.__boundDepthTexture!==je){if(je!==null&&ve.has(je)&&(S.width!==je.image.width||S.height!==je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ue.setupDepthRenderbuffer(S)}}let we=S.texture;(we.isData3DTexture||we.isDataArrayTexture||we.isCompressedArrayTexture)&&(ye=!0);let De=ve.get(S).__webglFramebuffer;S.isWebGLCubeRenderTarget?(Array.isArray(
De[U])?G=De[U][Y]:G=De[U],k=!0):S.samples>0&&Ue.useMultisampledRTT(S)===!1?G=ve.get(S).__webglMultisampledFramebuffer:Array.isArray(De)?G=De[Y]:G=De,j.copy(S.viewport),se.copy(S.scissor),be=S.scissorTest}else j.copy(et).multiplyScalar(Ve).floor(),se.copy(Ie).multiplyScalar(Ve).floor(),be=nt;if(Y!==0&&(G=z),he.bindFramebuffer(R.FRAMEBUFFER,G)&&he.drawBuffers(S,G),he.viewport(j),he.scissor(se),he.setScissorTest(be),k){let Re=ve.get(S.texture);R.framebufferTexture2D(R.FRAMEBUFFER,R.COLOR_ATTACHMENT0,
R.TEXTURE_CUBE_MAP_POSITIVE_X+U,Re.__webglTexture,Y)}else if(ye){let Re=U;for(let we=0;we<S.textures.length;we++){let De=ve.get(S.textures[we]);R.framebufferTextureLayer(R.FRAMEBUFFER,R.COLOR_ATTACHMENT0+we,De.__webglTexture,Y,Re)}}else if(S!==null&&Y!==0){let Re=ve.get(S.texture);R.framebufferTexture2D(R.FRAMEBUFFER,R.COLOR_ATTACHMENT0,R.TEXTURE_2D,Re.__webglTexture,Y)}ue=-1};function go(S){let U=ve.get(S);return(U.__readFormat!==S.format||U.__readType!==S.type)&&(U.__readFormat=S.format,U.__readType=
S.type,U.__formatReadable=Be.textureFormatReadable(S.format),U.__typeReadable=Be.textureTypeReadable(S.type)),U}this.readRenderTargetPixels=function(S,U,Y,G,k,ye,Re,we=0){if(!(S&&S.isWebGLRenderTarget)){Ye("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let De=ve.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Re!==void 0&&(De=De[Re],Array.isArray(De)&&(De=De[0])),De){he.bindFramebuffer(R.FRAMEBUFFER,De);try{let je=S.textures[we],tt=je.format,
st=je.type;S.textures.length>1&&R.readBuffer(R.COLOR_ATTACHMENT0+we);let Fe=go(je);if(Fe.__formatReadable===!1){Ye("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Fe.__typeReadable===!1){Ye("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}U>=0&&U<=S.width-G&&Y>=0&&Y<=S.height-k&&R.readPixels(U,Y,G,k,ce.convert(tt),ce.convert(st),ye)}finally{let je=H!==null?ve.get(
H).__webglFramebuffer:null;he.bindFramebuffer(R.FRAMEBUFFER,je)}}},this.readRenderTargetPixelsAsync=async function(S,U,Y,G,k,ye,Re,we=0){if(!(S&&S.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let De=ve.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Re!==void 0&&(De=De[Re],Array.isArray(De)&&(De=De[0])),De)if(U>=0&&U<=S.width-G&&Y>=0&&Y<=S.height-k){he.bindFramebuffer(R.FRAMEBUFFER,De);let je=S.textures[we],
tt=je.format,st=je.type;S.textures.length>1&&R.readBuffer(R.COLOR_ATTACHMENT0+we);let Fe=go(je);if(Fe.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Fe.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let lt=R.createBuffer();R.bindBuffer(R.PIXEL_PACK_BUFFER,lt),R.bufferData(R.PIXEL_PACK_BUFFER,
ye.byteLength,R.STREAM_READ),R.readPixels(U,Y,G,k,ce.convert(tt),ce.convert(st),0),R.bindBuffer(R.PIXEL_PACK_BUFFER,null);let St=H!==null?ve.get(H).__webglFramebuffer:null;he.bindFramebuffer(R.FRAMEBUFFER,St);let dt=R.fenceSync(R.SYNC_GPU_COMMANDS_COMPLETE,0);return R.flush(),await Rc(R,dt,4),R.bindBuffer(R.PIXEL_PACK_BUFFER,lt),R.getBufferSubData(R.PIXEL_PACK_BUFFER,0,ye),R.bindBuffer(R.PIXEL_PACK_BUFFER,null),R.deleteBuffer(lt),R.deleteSync(dt),ye}else throw new Error("THREE.WebGLRenderer.read\
RenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(S,U=null,Y=0){let G=Math.pow(2,-Y),k=Math.floor(S.image.width*G),ye=Math.floor(S.image.height*G),Re=U!==null?U.x:0,we=U!==null?U.y:0;Ue.setTexture2D(S,0),R.copyTexSubImage2D(R.TEXTURE_2D,Y,0,0,Re,we,k,ye),he.unbindTexture()},this.copyTextureToTexture=function(S,U,Y=null,G=null,k=0,ye=0){let Re,we,De,je,tt,st,Fe,lt,St,dt=S.isCompressedTexture?S.mipmaps[ye]:S.image;if(Y!==null)Re=Y.max.x-Y.min.
x,we=Y.max.y-Y.min.y,De=Y.isBox3?Y.max.z-Y.min.z:1,je=Y.min.x,tt=Y.min.y,st=Y.isBox3?Y.min.z:0;else{let ot=Math.pow(2,-k);Re=Math.floor(dt.width*ot),we=Math.floor(dt.height*ot),S.isDataArrayTexture?De=dt.depth:S.isData3DTexture?De=Math.floor(dt.depth*ot):De=1,je=0,tt=0,st=0}G!==null?(Fe=G.x,lt=G.y,St=G.z):(Fe=0,lt=0,St=0);let ft=ce.convert(U.format),xt=ce.convert(U.type),We;U.isData3DTexture?(Ue.setTexture3D(U,0),We=R.TEXTURE_3D):U.isDataArrayTexture||U.isCompressedArrayTexture?(Ue.setTexture2DArray(
U,0),We=R.TEXTURE_2D_ARRAY):(Ue.setTexture2D(U,0),We=R.TEXTURE_2D),he.activeTexture(R.TEXTURE0),he.pixelStorei(R.UNPACK_FLIP_Y_WEBGL,U.flipY),he.pixelStorei(R.UNPACK_PREMULTIPLY_ALPHA_WEBGL,U.premultiplyAlpha),he.pixelStorei(R.UNPACK_ALIGNMENT,U.unpackAlignment);let Nt=he.getParameter(R.UNPACK_ROW_LENGTH),Oi=he.getParameter(R.UNPACK_IMAGE_HEIGHT),Fi=he.getParameter(R.UNPACK_SKIP_PIXELS),Rt=he.getParameter(R.UNPACK_SKIP_ROWS),ta=he.getParameter(R.UNPACK_SKIP_IMAGES);he.pixelStorei(R.UNPACK_ROW_LENGTH,
dt.width),he.pixelStorei(R.UNPACK_IMAGE_HEIGHT,dt.height),he.pixelStorei(R.UNPACK_SKIP_PIXELS,je),he.pixelStorei(R.UNPACK_SKIP_ROWS,tt),he.pixelStorei(R.UNPACK_SKIP_IMAGES,st);let Mi=S.isDataArrayTexture||S.isData3DTexture,Bi=U.isDataArrayTexture||U.isData3DTexture;if(S.isDepthTexture){let ot=ve.get(S),At=ve.get(U),Yt=ve.get(ot.__renderTarget),mt=ve.get(At.__renderTarget);he.bindFramebuffer(R.READ_FRAMEBUFFER,Yt.__webglFramebuffer),he.bindFramebuffer(R.DRAW_FRAMEBUFFER,mt.__webglFramebuffer);for(let Dt=0;Dt<
De;Dt++)Mi&&(R.framebufferTextureLayer(R.READ_FRAMEBUFFER,R.COLOR_ATTACHMENT0,ve.get(S).__webglTexture,k,st+Dt),R.framebufferTextureLayer(R.DRAW_FRAMEBUFFER,R.COLOR_ATTACHMENT0,ve.get(U).__webglTexture,ye,St+Dt)),R.blitFramebuffer(je,tt,je+Re,tt+we,Fe,lt,Fe+Re,lt+we,R.DEPTH_BUFFER_BIT,R.NEAREST);he.bindFramebuffer(R.READ_FRAMEBUFFER,null),he.bindFramebuffer(R.DRAW_FRAMEBUFFER,null)}else if(k!==0||S.isRenderTargetTexture||ve.has(S)){let ot=ve.get(S),At=ve.get(U);he.bindFramebuffer(R.READ_FRAMEBUFFER,
X),he.bindFramebuffer(R.DRAW_FRAMEBUFFER,L);for(let Yt=0;Yt<De;Yt++)Mi?R.framebufferTextureLayer(R.READ_FRAMEBUFFER,R.COLOR_ATTACHMENT0,ot.__webglTexture,k,st+Yt):R.framebufferTexture2D(R.READ_FRAMEBUFFER,R.COLOR_ATTACHMENT0,R.TEXTURE_2D,ot.__webglTexture,k),Bi?R.framebufferTextureLayer(R.DRAW_FRAMEBUFFER,R.COLOR_ATTACHMENT0,At.__webglTexture,ye,St+Yt):R.framebufferTexture2D(R.DRAW_FRAMEBUFFER,R.COLOR_ATTACHMENT0,R.TEXTURE_2D,At.__webglTexture,ye),k!==0?R.blitFramebuffer(je,tt,je+Re,tt+we,Fe,lt,
Fe+Re,lt+we,R.COLOR_BUFFER_BIT,R.NEAREST):Bi?R.copyTexSubImage3D(We,ye,Fe,lt,St+Yt,je,tt,Re,we):R.copyTexSubImage2D(We,ye,Fe,lt,je,tt,Re,we);he.bindFramebuffer(R.READ_FRAMEBUFFER,null),he.bindFramebuffer(R.DRAW_FRAMEBUFFER,null)}else Bi?S.isDataTexture||S.isData3DTexture?R.texSubImage3D(We,ye,Fe,lt,St,Re,we,De,ft,xt,dt.data):U.isCompressedArrayTexture?R.compressedTexSubImage3D(We,ye,Fe,lt,St,Re,we,De,ft,dt.data):R.texSubImage3D(We,ye,Fe,lt,St,Re,we,De,ft,xt,dt):S.isDataTexture?R.texSubImage2D(R.
TEXTURE_2D,ye,Fe,lt,Re,we,ft,xt,dt.data):S.isCompressedTexture?R.compressedTexSubImage2D(R.TEXTURE_2D,ye,Fe,lt,dt.width,dt.height,ft,dt.data):R.texSubImage2D(R.TEXTURE_2D,ye,Fe,lt,Re,we,ft,xt,dt);he.pixelStorei(R.UNPACK_ROW_LENGTH,Nt),he.pixelStorei(R.UNPACK_IMAGE_HEIGHT,Oi),he.pixelStorei(R.UNPACK_SKIP_PIXELS,Fi),he.pixelStorei(R.UNPACK_SKIP_ROWS,Rt),he.pixelStorei(R.UNPACK_SKIP_IMAGES,ta),ye===0&&U.generateMipmaps===!0&&U.mipmapsAutoUpdate===!0&&R.generateMipmap(We),he.unbindTexture()},this.initRenderTarget=
function(S){ve.get(S).__webglFramebuffer===void 0&&Ue.setupRenderTarget(S)},this.initTexture=function(S){S.isCubeTexture?Ue.setTextureCube(S,0):S.isData3DTexture?Ue.setTexture3D(S,0):S.isDataArrayTexture||S.isCompressedArrayTexture?Ue.setTexture2DArray(S,0):Ue.setTexture2D(S,0),he.unbindTexture()},this.resetState=function(){V=0,Z=0,H=null,he.reset(),Te.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return ti}get outputColorSpace(){
return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=rt._getDrawingBufferColorSpace(e),t.unpackColorSpace=rt._getUnpackColorSpace()}},Bl=new Bp;function I0(e,t,i,r){let a=t.getBoundingClientRect();Bl.setFromCamera(new xe((e.clientX-a.left)/a.width*2-1,1-(e.clientY-a.top)/a.height*2),i);let n=r.map((o,l)=>({group:o,body:l})).filter(o=>o.group.visible),s=null;for(let{group:o,body:l}of n)for(let h of Bl.intersectObject(o,!0))
h.object.type==="Mesh"&&(!s||h.distance<s.distance)&&(s={distance:h.distance,hit:{body:l,point:h.point.clone()}});return s?.hit??null}function yu(e,t,i,r){let a=t.getBoundingClientRect(),n=r.clone().project(i).z;return r.clone().set((e.clientX-a.left)/a.width*2-1,1-(e.clientY-a.top)/a.height*2,n).unproject(i)}var U0=30;function O0(e,t){let{canvas:i}=e,r=i.parentElement,a=null,n=null,s=0,o=0,l=()=>{s--,h()},h=()=>{for(;a&&n&&s<(t.ahead??1);){let p=n;n=null,s++||(o=performance.now()),t.move(a.body,
a.point,p).finally(()=>{t.ahead?requestAnimationFrame(l):l()})}},u=0,d=0,c=p=>{let g=!e.software||e.pictures!==d;d=e.pictures,u&&g&&e.pace(p-(e.software?Math.max(u,o):u),U0),(!u||g)&&(u=p),a||(u=0),e.hold(!!a),a&&requestAnimationFrame(c)};i.addEventListener("pointerdown",p=>{let g=t.free()&&p.button===0&&!p.shiftKey?e.under(p):null;g&&(a={body:g.body,point:e.local(g.body,g.point).toArray(),moved:!1,pointer:p.pointerId})},!0),i.addEventListener("pointermove",p=>{!a||p.pointerId!==a.pointer||(p.stopPropagation(),
a.moved||requestAnimationFrame(c),a.moved=!0,n=yu(p,i,e.eye.camera(r.clientWidth,r.clientHeight),e.point([a.body,...a.point])).toArray(),h())},!0);for(let p of["pointerup","pointercancel"])i.addEventListener(p,()=>{let g=a?.moved;a=null,n=null,g&&t.settle()},!0)}var F0=class xu{constructor(t,i){this.module=t,this.links=i}module;links;about=null;progress=()=>{};waiting=new Map;count=0;worker=null;static async open(t){let i=new xu((await ql(t.module)).buffer,t.links);return await i.begin(),i}async begin(){
let t=URL.createObjectURL(new Blob(['"use strict";(()=>{function L(o,t){let s=t.length,r=o.map((e,i)=>[...e,t[i]]);for(let e=0;e<s;e++){let i=e;for(let a=e+1;a<s;a++)Math.abs(r[a][e])>Math.abs(r[i][e])&&(i=a);if(!(Math.abs(r[i][e])>=1e-14))return null;[r[e],r[i]]=[r[i],r[e]];for(let a=e+1;a<s;a++){let u=r[a][e]/r[e][e];if(u)for(let h=e;h<=s;h++)r[a][h]-=u*r[e][h]}}let n=new Array(s).fill(0);for(let e=s-1;e>=0;e--){let i=r[e][s];for(let a=e+1;a<s;a++)i-=r[e][a]*n[a];n[e]=i/r[e][e]}return n}var H=\
.05,X=1e-5,Y=.02,K=.35,V=.5,[,P,Z,,,,,,tt,,et]=[...Array(11).keys()],rt=0,st=2,B=10,nt=1e5,W=65536,at={2:"stopped by an event",3:"the tolerance cannot be reached: steps became too short",4:"the motion is no longer finite: take a shorter step, or check the values",5:"the loops could not be closed again after a step",6:"too many steps",8:"the same event happened again and again",9:"the steps collapsed at a singular position",10:"the machine is stiff for this method"},it=o=>{let t=Math.abs(o);\nif(!\
(t<6))return Math.sign(o)||o;if(t<2.5){let r=t,n=t;for(let e=1;Math.abs(r)>1e-17*n&&e<200;e++)r*=2*t*t/(2*e+1),n+=r;return Math.sign(o)*2/Math.sqrt(Math.PI)*Math.exp(-t*t)*n}let s=t;for(let r=60;r>0;r--)s=t+r/2/s;return Math.sign(o)*(1-Math.exp(-t*t)/Math.sqrt(Math.PI)/s)},ot=(o,t)=>{let s=o/t,r=Math.floor(s),n=s-r;return o-t*(n>.5||n===.5&&r%2!==0?r+1:r)},ut={fmod:(o,t)=>o%t,remainder:ot,erf:it},E=class extends Error{},D=class{constructor(t,s,r,n,e,i,a,u,h,l,m){this.machine=t;this.t=s;this.\nx=r\
;this.u=n;this.p=e;this.status=i;this.done=a;this.steps=u;this.rejected=h;this.events=l;this.milliseconds=m}machine;t;x;u;p;status;done;steps;rejected;events;milliseconds;levels=[];get names(){return Object.keys(this.machine.about.signals)}unit(t){return this.place(t)[2]}signal(t){let[s,r]=this.place(t),[n,e]=this.machine.about.levels[s],i=this.levels[s]??=this.machine.sampled(n,e,this),a=new Float64Array(this.t.length);for(let u=0;u<a.length;u++)a[u]=i[u*e+r];return a}bodies(){let t=this.machin\
e.\nabout.bodies;return t?this.machine.sampled(t[0],t[1],this):new Float64Array(0)}get final(){let t=this.machine.about.sizes.x;return this.x.slice(-t)}place(t){let s=this.machine.about.signals[t];if(!s)throw new E(`no signal ${t}`);return s}};function lt(o){return new Response(new Blob([o]).stream().pipeThrough(new DecompressionStream("deflate"))).text()}var j=class o{constructor(t,s,r){this.about=t;this.memory=s;this.table=r;this.u=Float64Array.from(t.inputs,n=>n.value),this.p=Float64Array.from\
(t.\nparameters,n=>n.value),this.look();for(let[n,e]of Object.entries(t.methods))this.pristine.set(n,new Uint8Array(s.buffer,e.base,e.bytes).slice())}about;memory;table;f=new Float64Array;i=new BigInt64Array;pristine=new Map;u;p;starts=new Map;at=null;hand=null;static async load(t){let s=t instanceof WebAssembly.Module?t:await WebAssembly.compile(t),[r]=WebAssembly.Module.customSections(s,"biela");if(!r)throw new E("not a machine of biela: the module has no section of that name");let n=JSON.parse\
(await lt(\nr)),e={};if(n.format!==1)throw new E(`a machine of format ${n.format}: this code reads format 1`);for(let{name:a}of WebAssembly.Module.imports(s))e[a]=ut[a]??Math[a];let{exports:i}=await WebAssembly.instantiate(s,{math:e});return new o(n,i.memory,i.table)}look(){this.f=new Float64Array(this.memory.buffer),this.i=new BigInt64Array(this.memory.buffer)}reserve(t){let s=t-this.memory.buffer.byteLength;s>0&&(this.memory.grow(Math.ceil(s/W)),this.look())}set(t,s){if(!Number.isFinite(s))thro\
w new E(`${t}\\\n is ${s}: give a finite number`);let{parameters:r,inputs:n,starts:e}=this.about,i=r.findIndex(h=>h.name===t),a=n.findIndex(h=>h.name===t),u=e.find(h=>h.name===t);if(i>=0)this.p[i]=s;else if(a>=0&&!n[a].law)this.u[a]=s;else if(u)this.starts.set(u.entry,s);else throw new E(a>=0?`${t} follows a law, which is part of the compiled code`:`${t} is neither a free parameter nor an input nor a value of the start`);return this}get(t){let{parameters:s,inputs:r,starts:n}=this.about,e=s.findInd\
ex(u=>u.name===\nt),i=r.findIndex(u=>u.name===t),a=n.find(u=>u.name===t);if(e<0&&i<0&&!a)throw new E(`${t} is neither a free parameter nor an input nor a value of the start`);return e>=0?this.p[e]:i>=0?this.u[i]:this.starts.get(a.entry)??this.about.x[a.entry]}desk(t){let{free:s,work:r,sizes:n}=this.about,e=s+8*r,i=e+64,a=i+8,u=a+8*n.x,h=u+8*this.u.length,l=h+8*this.p.length,m=l+8*n.v,g=m+8*t;return this.reserve(g+W),[i,a,u,h,l,l,m].forEach((y,p)=>{this.i[e/8+p]=BigInt(y)}),{arg:e,t:i,x:a,u,p:h,ma\
sk:l,res:m,end:g}}call(t,s){\nthis.table.get(t)(s.arg,s.arg+48,this.about.free)}sampled(t,s,r){let n=this.about.sizes.x,e=this.desk(s),i=new Float64Array(r.t.length*s);this.f.set(r.u,e.u/8),this.f.set(r.p,e.p/8);for(let a=0;a<r.t.length;a++)this.f[e.t/8]=r.t[a],this.f.set(r.x.subarray(a*n,a*n+n),e.x/8),this.call(t,e),i.set(this.f.subarray(e.res/8,e.res/8+s),a*s);return i}values(t,s,r,n,e=this.p){let i=this.desk(s);return this.f[i.t/8]=r,this.f.set(n,i.x/8),this.f.set(this.u,i.u/8),this.f.set(e,i.\
p/8),this.f.set(this.about.mask,\ni.mask/8),this.call(t,i),this.f.slice(i.res/8,i.res/8+s)}start(){let{about:t}=this,{q:s}=t.sizes,r=Float64Array.from(t.x),n=this.hand?.p??Float64Array.from(t.parameters,l=>l.value);this.hand&&r.set(this.hand.x.subarray(0,s));let e=r.slice(),i=[...this.starts].filter(([l,m])=>m!==r[l]);if(!(!!this.hand||i.length>0||this.p.some((l,m)=>l!==n[m])))return r;if(t.residual&&!t.reconstruct&&i.some(([l])=>l<s+t.sizes.v))throw new E("positions and rates of the start cannot\
 be changed here: the loops are t\\\noo large to be closed again in a page");if(!t.residual||!(t.reconstruct||t.project)){for(let[l,m]of i)r[l]=m;return this.put(r)}let u=Math.max(0,...i.filter(([l])=>l<s).map(([l,m])=>Math.abs(m-r[l]))),h=Math.min(200,Math.max(1,Math.ceil(u/H)));for(let l=1;l<=h;l++){let m=this.p.map((g,y)=>n[y]+(g-n[y])*l/h);for(let[g,y]of i)r[g]=e[g]+(y-e[g])*l/h;if(!this.close(r,m))throw new E("the loops do not close at these start values: the machine cannot be put there")}ret\
urn this.put(r)}put(t){return this.\nhand={x:t.slice(),p:this.p.slice()},t}close(t,s){let{about:r}=this,{q:n,v:e}=r.sizes,i=r.reconstruct||r.project,a=1/0,u=1/0,h=1;for(let l=0;l<30&&(a>1e-13||u>1e-13*h);l++)t.set(this.values(i,t.length,r.t0,t,s)),[a,u]=this.values(r.residual,2,r.t0,t,s),h=1+Math.max(0,...Array.from(t.subarray(n,n+e),Math.abs));return a<1e-9&&u<1e-7*h}home(){return this.hand=null,this.starts.clear(),this.u.set(this.about.inputs.map(t=>t.value)),this.p.set(this.about.parameters.ma\
p(t=>t.value)),this}get draggable(){\nlet{about:t}=this;return!!t.bodies&&(!t.residual||t.reconstruct>0)&&t.starts.some(s=>s.entry<t.sizes.q)}drag(t,s,r,n={}){let{about:e}=this,{q:i,v:a}=e.sizes,u=e.starts.filter(b=>b.entry<i);if(!this.draggable)throw new E("this machine has no coordinate that can be moved by hand here");if(![...s,...r].every(Number.isFinite)||s.length!==3||r.length!==3)throw new E("a point is three finite numbers");let h=b=>b.fill(0,i,i+a),[l,m]=e.bodies,g=b=>!e.residual||this.c\
lose(b,this.p),y=b=>{let c=this.values(\nl,m,e.t0,b).subarray(18*t,18*t+12);return[0,1,2].map(d=>c[9+d]+c[d]*s[0]+c[3+d]*s[1]+c[6+d]*s[2])},p=h(this.start()),A=y(p),v=u.map(b=>b.unit==="rad"?1:e.size??1),F=u.map((b,c)=>{let d=p.slice();return d[b.entry]+=X*v[c],g(d)?y(d).map((x,S)=>(x-A[S])/X):[0,0,0]}),T=Y*Math.max(1e-12,...F.flat().map(Math.abs)),I=(b,c)=>b.reduce((d,x,S)=>d+x*c[S],0),k=L(F.map((b,c)=>F.map((d,x)=>I(b,d)+(c===x?T**2:0))),F.map(b=>I(b,r.map((c,d)=>c-A[d]))))??u.map(()=>0),O=Math\
.min(1,K/Math.max(1e-12,...k.map(Math.abs))),\nf=u.map((b,c)=>{let[d,x]=n[b.name]??[-1/0,1/0],S=p[b.entry];return Math.min(Math.max(S+O*k[c]*v[c],Math.min(d,S)),Math.max(x,S))}),w=Math.max(1,Math.ceil(Math.max(...u.map((b,c)=>Math.abs(f[c]-p[b.entry])/v[c]))/H)),M=p;for(let b=1;b<=w;b++){let c=M.slice();if(u.forEach((d,x)=>{c[d.entry]=p[d.entry]+(f[x]-p[d.entry])*b/w}),!g(c)||c.subarray(0,i).some((d,x)=>Math.abs(d-M[x])>V*(e.size&&e.size>1?e.size:1)))break;M=c}return u.forEach(b=>this.starts.set(\
b.entry,M[b.entry])),this.result(this.put(M))}run(t={}){\nlet s=this.start();return this.from(this.about.t0,s,t)}placed(){return this.result(this.start())}result(t){return new D(this,Float64Array.of(this.about.t0),t,this.u.slice(),this.p.slice(),"done",!0,0,0,[],0)}on(t={}){return this.at?this.from(this.at.t,this.at.x,t):this.run(t)}get time(){return this.at?.t??this.about.t0}outputs(t,s,r){let n=this.about.methods[t].step,e=r??n;return s===this.about.duration&&e===n?this.about.outputs:n!==null&&\
e>0&&s/e<=2e3?s/e:1e3}from(t,s,r){let{about:n}=this,e=n.sizes.\nx,i=performance.now(),a=r.duration??n.duration;if(!(a>0&&Number.isFinite(a)))throw new E(`duration is ${a}: give a positive number of seconds`);let u=r.method??n.method,h=u==="automatic",l=h?"dormand-prince":u;if(!n.methods[l])throw new E(`no method ${l}: choose ${Object.keys(n.methods).join(", ")}`);let m=Math.max(1,Math.round(r.outputs??this.outputs(l,a,r.step))),g=Float64Array.from({length:m+1},(c,d)=>t+a*d/m),y=new Float64Array((\
m+1)*e).fill(NaN),p=[];y.set(s);let A=t,v=s,F=0,T=0,I=0,k=P,O=n.\nmethods[l].step===null,f=O?n.breaks.filter(c=>c>t&&c<t+a):[],w=[...f,g[m]];for(let c=0;c<w.length;c++){let d=w[c],x=g.filter($=>$>A&&$<=d),S=x[x.length-1]===d,Q=S?x:Float64Array.from([...x,d]),N=this.piece(l,A,v,Q,{...r,duration:a,count:m,yields:h&&!!n.methods.rosenbrock}),_=Math.min(N.reached,x.length);if(y.set(this.f.subarray(this.output/8,this.output/8+_*e),(I+1)*e),I+=_,F+=N.steps,T+=N.rejected,p.push(...N.events),A=N.t,v=N.x,k\
=N.status,k===et&&h)l="rosenbrock",c--;else if(k!==P)break}let M=I+\n1,b=Array.from(g.subarray(0,M));return k!==P&&A>b[M-1]&&v.every(Number.isFinite)&&M<=m&&(b.push(A),y.set(v,M*e),M++),this.at={t:A,x:v},new D(this,Float64Array.from(b),y.subarray(0,M*e),this.u.slice(),this.p.slice(),k===P?"done":at[k]??`status ${k}`,k===P,F,T,p,performance.now()-i)}output=0;piece(t,s,r,n,e){let{about:i}=this,a=i.methods[t],u=i.sizes.x,h=i.layout,l=a.record/8,m=this.desk(Math.max(u,i.bodies?.[1]??0,...i.levels.map\
(f=>f?.[1]??0))).end,g=m+8*n.length,y=n[n.length-1];this.output=g+8*\n(n.length+1),this.reserve(this.output+8*u*n.length+W),new Uint8Array(this.memory.buffer).set(this.pristine.get(t),a.base);let p=f=>Number(this.i[l+h[f]])/8,A=(f,w)=>{this.i[l+h[f]]=BigInt(w)},v=(f,w)=>{this.f[l+h[f]]=w},F=(f,w,M,b)=>[w,M,b].forEach((c,d)=>{this.i[l+h[f]+d]=BigInt(c)});for(let f of["X","XS"])this.f.set(r,p(f));for(let f of["T","TS"])this.f[p(f)]=s;if(this.f.set(this.u,p("U")),this.f.set(this.p,p("P")),this.f.set\
(n,m/8),F("TIMES",m,1,n.length),F("OUT",this.output,u,u*n.length),F("\\\nGRID",g,1,n.length+1),A("N_OUT",n.length),v("T0",s),v("T_END",y),a.step===null){let f=e.rtol??a.rtol,w=a.careful?a.rough?.1:f<1e-7?.2:1:1,M=i.max_step??1/0;v("RTOL",w*f),v("ATOL",w*(e.atol??a.atol)),v("MIN_STEP",1e-15*(y-s)),v("YIELDS",e.yields&&t!=="rosenbrock"?1:0),v("MAX_STEP",i.watchful?Math.min(M,e.duration/Math.max(e.count,100)):M)}else{let f=e.step??a.step,w=e.duration/e.count,M=Math.max(1,Math.ceil(w/f-1e-9)),b=w/M;if\
(!(f>0))throw new E(`step is ${f}: give a positive number of seconds`);\nv("STEP_SIZE",b),n.forEach((c,d)=>{this.i[g/8+d]=BigInt(Math.round((c-s)/b))}),this.i[g/8+n.length]=-1n}let T=this.table.get(a.loop),I=p("STATUS"),k=[],O=[];for(;;){A("BLOCK",2e4),T(a.record),e.progress?.(this.f[p("T")]);let f=Number(this.i[l+h.REASON]);if(f===st)this.happen(t,k,O,y-s);else if(f===rt)break}return{status:Number(this.i[I]),t:this.f[p("T")],x:this.f.slice(p("X"),p("X")+u),reached:Number(this.i[p("NEXT")]),steps\
:Number(this.i[p("TAKEN")]),rejected:Number(this.i[p("REJECTED")]),events:k}}happen(t,s,r,n){\nlet{about:e}=this,i=e.methods[t].record/8,a=e.layout,u=m=>Number(this.i[i+a[m]])/8,h=e.sizes.x,l=this.f[u("T")];e.events.forEach((m,g)=>{if(this.f[u("FIRED")+g]<.5)return;if(m.action==="touch"){r.push(l),r.length>=B&&l-r[r.length-B]<1e-6*n&&e.events.forEach((p,A)=>{p.action==="touch"&&(this.f[u("DIRECTION")+A]=NaN)});return}s.push({name:m.name,time:l}),m.action==="stop"?this.i[u("STATUS")]=BigInt(Z):Arr\
ay.isArray(m.action)&&this.f.set(this.changed(m.action,l,this.f.slice(u("X"),u("X")+h)),u("X"));\nlet y=s.slice(-B);(s.length>nt||y.length===B&&y.every(p=>p.name===m.name)&&l-y[0].time<1e-7*n)&&(this.i[u("STATUS")]=BigInt(tt))}),this.i[u("EVENT")]=0n,this.i[u("FRESH")]=1n}changed(t,s,r){let n=r.slice(),e=i=>this.one("machine.energy",s,i);for(let[i,a]of t)n[i]=this.one(a,s,r);return n[this.about.sizes.work]=r[this.about.sizes.work]+e(n)-e(r),n}one(t,s,r){let[n,e]=this.about.signals[t],[i,a]=this.a\
bout.levels[n];return this.values(i,a,s,r)[e]}},C=o=>j.load(o);var R,z=[];function U(o,t,s){let r=o.length/t,n=Array.from({length:7*s.length},()=>new Float32Array(t));for(let e=0;e<t;e++)s.forEach((i,a)=>{let u=o.subarray(e*r+18*i,e*r+18*i+12),[h,l,m,g,y,p,A,v,F]=u,T=[1+h+y+F,1+h-y-F,1-h+y-F,1-h-y+F],I=T.indexOf(Math.max(...T)),k=[[T[0],p-v,A-m,l-g],[p-v,T[1],l+g,A+m],[A-m,l+g,T[2],p+v],[l-g,A+m,p+v,T[3]]][I],O=Math.hypot(...k);[...k.map(f=>f/O),u[9],u[10],u[11]].forEach((f,w)=>{n[7*a+w][e]=f})}\
);return n}function G(o){let t=o.names,s=o.t[0];return{start:s,\nt:Float32Array.from(o.t,r=>r-s),names:t,units:t.map(r=>o.unit(r)),rows:t.map(r=>Float32Array.from(o.signal(r))),poses:U(o.bodies(),o.t.length,z),status:o.status,done:o.done,steps:o.steps,milliseconds:o.milliseconds,events:o.events}}var q=o=>({poses:U(o.bodies(),1,z).map(t=>t[0]),values:Object.fromEntries(R.about.starts.filter(t=>t.entry<R.about.sizes.q).map(t=>[t.name,R.get(t.name)]))});async function ht(o,t){if(o.kind==="load")retu\
rn R=await C(o.module),z=o.links,R.about;for(let[n,e]of Object.entries(\no.values))R.set(n,e);if(o.kind==="run")return G(R.run({...o.options,progress:t}));if(o.kind==="on")return G(R.on({...o.options,progress:t}));if(o.kind==="home")return q(R.home().placed());if(o.kind==="drag")return q(R.drag(z[o.body],o.point,o.target,o.limits));if(o.kind==="place")return q(R.placed());let s=o.fresh?R.run(o.options):R.on(o.options),r=s.t.length-1;return{time:R.time,status:s.status,done:s.done,poses:U(s.bodies(\
),s.t.length,z).map(n=>n[r]),signals:Object.fromEntries(o.signals.map(n=>[\nn,{unit:s.unit(n),value:s.signal(n)[r]}]))}}var J=Promise.resolve();self.onmessage=o=>{let t=r=>{self.postMessage({id:o.data.id,time:r})},s=J.then(()=>ht(o.data,t));J=s.catch(()=>{}),s.then(r=>self.postMessage({id:o.data.id,ok:!0,value:r}),r=>self.postMessage({id:o.data.id,ok:!1,message:r instanceof Error?r.message:String(r)}))};})();\n'],{type:"text/javascript"})),i=new Worker(t);this.worker=i,i.onmessage=r=>{let{id:a,ok:n,
value:s,message:o,time:l}=r.data,h=this.waiting.get(a);if(l!==void 0){this.progress(l);return}this.waiting.delete(a),n?h?.good(s):h?.bad(new Error(o))},i.onerror=r=>this.fail(r.message||"the simulator of this page cannot start"),this.about=await this.ask({kind:"load",module:this.module.slice(0),links:this.links}),URL.revokeObjectURL(t)}fail(t){for(let i of this.waiting.values())i.bad(new Error(t));this.waiting.clear()}async stop(){this.close(),this.fail("stopped"),await this.begin()}close(){this.
worker?.terminate(),this.worker=null}ask(t){let i=++this.count;return new Promise((r,a)=>{this.waiting.set(i,{good:r,bad:a}),this.worker.postMessage({...t,id:i})})}run(t,i){return this.ask({kind:"run",values:t,options:i})}on(t,i){return this.ask({kind:"on",values:t,options:i})}place(t){return this.ask({kind:"place",values:t})}home(){return this.ask({kind:"home",values:{}})}drag(t,i,r,a,n={}){return this.ask({kind:"drag",values:t,body:i,point:r,target:a,limits:n})}drive(t,i,r,a){return this.ask({
kind:"drive",values:t,options:i,signals:r,fresh:a})}};function B0(e,t=!1){let i=e[0].index!==null,r=new Set(Object.keys(e[0].attributes)),a=new Set(Object.keys(e[0].morphAttributes)),n={},s={},o=e[0].morphTargetsRelative,l=new Lt;l.morphTargetsRelative=o;let h=0;for(let u=0;u<e.length;++u){let d=e[u],c=0,p=0;if(i!==(d.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". All geometries must have compatible attributes; make sure ind\
ex attribute exists among all geometries, or in none of them."),null;for(let g in d.attributes){if(!r.has(g))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+'. All geometries must have compatible attributes; make sure "'+g+'" attribute exists among all geometries, or in none of them.'),null;n[g]===void 0&&(n[g]=[]),n[g].push(d.attributes[g]),c++}if(c!==r.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geom\
etry at index "+u+". Make sure all geometries have the same number of attributes."),null;if(o!==d.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let g in d.morphAttributes){if(!a.has(g))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+".  .morphAttributes must be consistent throughout all\
 geometries."),null;if(d.morphAttributes[g].length!==e[0].morphAttributes[g].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+'. All geometries must have the same number of morph targets for the "'+g+'" morph attribute.'),null;s[g]===void 0&&(s[g]=[]),s[g].push(d.morphAttributes[g]),p++}if(p!==a.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". Make sure all geometries have the\
 same number of morph attributes."),null;if(t){let g;if(i)g=d.index.count;else if(d.attributes.position!==void 0)g=d.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+u+". The geometry must have either an index or a position attribute"),null;l.addGroup(h,g,u),h+=g}}if(i){let u=0,d=[];for(let c=0;c<e.length;++c){let p=e[c].index;for(let g=0;g<p.count;++g)d.push(p.getX(g)+u);u+=e[c].attributes.position.count}l.setIndex(
d)}for(let u in n){let d=zl(n[u]);if(!d)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+u+" attribute."),null;l.setAttribute(u,d)}for(let u in s){let d=s[u][0].length;if(d!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[u]=[];for(let c=0;c<d;++c){let p=[];for(let x=0;x<s[u].length;++x)p.push(s[u][x][c]);let g=zl(p);if(!g)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+u+" \
morphAttribute."),null;l.morphAttributes[u].push(g)}}}return l}function zl(e){let t,i,r,a=-1,n=0;for(let h=0;h<e.length;++h){let u=e[h];if(t===void 0&&(t=u.array.constructor),t!==u.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(i===void 0&&(i=u.itemSize),i!==u.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribu\
te.itemSize must be consistent across matching attributes."),null;if(r===void 0&&(r=u.normalized),r!==u.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(a===-1&&(a=u.gpuType),a!==u.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;n+=u.count*i}let s=new t(n),o=new qt(
s,i,r),l=0;for(let h=0;h<e.length;++h){let u=e[h];if(u.isInterleavedBufferAttribute){let d=l/i;for(let c=0,p=u.count;c<p;c++)for(let g=0;g<i;g++){let x=u.getComponent(c,g);o.setComponent(c+d,g,x)}}else s.set(u.array,l);l+=u.count*i}return a!==void 0&&(o.gpuType=a),o}function z0(e,t=1e-4){t=Math.max(t,Number.EPSILON);let i={},r=e.getIndex(),a=e.getAttribute("position"),n=r?r.count:a.count,s=0,o=Object.keys(e.attributes),l=[],h=new Map,u=[],d=["getX","getY","getZ","getW"],c=t*.5,p=Math.log10(1/t),
g=Math.pow(10,p),x=c*g;for(let f=0;f<n;f++){let E=r?r.getX(f):f,T="";for(let y=0,w=o.length;y<w;y++){let C=o[y],v=e.getAttribute(C),b=v.itemSize;for(let A=0;A<b;A++)T+=`${Math.trunc(v[d[A]](E)*g+x)},`}T in i?u.push(i[T]):(l.push(E),i[T]=s,u.push(s),s++)}let m=e.clone();for(let f in e.attributes)m.setAttribute(f,Hl(e.attributes[f],l,h));for(let f in e.morphAttributes)m.morphAttributes[f]=e.morphAttributes[f].map(E=>Hl(E,l,h));return m.setIndex(u),m}function H0(e,t=Math.PI/3){let i=e.index?e.toNonIndexed():
e,r=i.attributes.position,a=r.count,n;if(r.isBufferAttribute===!0&&r.itemSize===3&&r.normalized===!1)n=r.array;else{n=new Float64Array(a*3);for(let y=0;y<a;y++)n[3*y+0]=r.getX(y),n[3*y+1]=r.getY(y),n[3*y+2]=r.getZ(y)}let s=Math.cos(t),o=(1+1e-10)*100,l=a/3,h=new Float64Array(l*3);for(let y=0;y<l;y++){let w=9*y,C=n[w+0],v=n[w+1],b=n[w+2],A=n[w+3],O=n[w+4],P=n[w+5],z=n[w+6],X=n[w+7],L=n[w+8],V=z-A,Z=X-O,H=L-P,ue=C-A,q=v-O,j=b-P,se=Z*j-H*q,be=H*ue-V*j,Q=V*q-Z*ue,re=1/(Math.sqrt(se*se+be*be+Q*Q)||1);
h[3*y+0]=se*re,h[3*y+1]=be*re,h[3*y+2]=Q*re}let u=new Int32Array(a),d=new Float64Array(a*3),c=1;for(;c<a*2;)c<<=1;let p=c-1,g=new Int32Array(c),x=0;for(let y=0;y<a;y++){let w=3*y,C=Math.trunc(n[w+0]*o),v=Math.trunc(n[w+1]*o),b=Math.trunc(n[w+2]*o),A=(Math.imul(C,73856093)^Math.imul(v,19349663)^Math.imul(b,83492791))&p;for(;;){let O=g[A];if(O===0){let z=3*x;d[z+0]=C,d[z+1]=v,d[z+2]=b,g[A]=x+1,u[y]=x++;break}let P=3*(O-1);if(d[P+0]===C&&d[P+1]===v&&d[P+2]===b){u[y]=O-1;break}A=A+1&p}}let m=new Int32Array(
x+1);for(let y=0;y<a;y++)m[u[y]+1]++;for(let y=0;y<x;y++)m[y+1]+=m[y];let f=new Int32Array(a),E=m.slice(0,x);for(let y=0;y<l;y++){let w=3*y;f[E[u[w+0]]++]=y,f[E[u[w+1]]++]=y,f[E[u[w+2]]++]=y}let T=new Float32Array(a*3);for(let y=0;y<l;y++){let w=3*y,C=h[w+0],v=h[w+1],b=h[w+2];for(let A=0;A<3;A++){let O=w+A,P=u[O],z=0,X=0,L=0;for(let Z=m[P],H=m[P+1];Z<H;Z++){let ue=3*f[Z],q=h[ue+0],j=h[ue+1],se=h[ue+2];C*q+v*j+b*se>s&&(z+=q,X+=j,L+=se)}let V=1/(Math.sqrt(z*z+X*X+L*L)||1);T[3*O+0]=z*V,T[3*O+1]=X*V,
T[3*O+2]=L*V}}return i.setAttribute("normal",new qt(T,3,!1)),i}function Hl(e,t,i=new Map){let r=e.isInterleavedBufferAttribute,a=r?e.data:e,n=r?a.stride:e.itemSize,s=r?i.get(a):void 0;if(s===void 0){let l=new a.array.constructor(t.length*n);for(let h=0;h<t.length;h++)for(let u=0;u<n;u++)l[h*n+u]=a.array[t[h]*n+u];s=r?new a.constructor(l,n,a.meshPerAttribute):new e.constructor(l,e.itemSize,e.normalized,e.meshPerAttribute),s.setUsage(a.usage),r&&i.set(a,s)}let o=r?new e.constructor(s,e.itemSize,e.
offset,e.normalized):s;return o.name=e.name,r||(o.gpuType=e.gpuType),o}var Vl=new D(0,1,0),V0=.6,k0=15e-5,gt=e=>new D(e[0],e[1],e[2]),Va=(e,t)=>Math.min(40,Math.max(12,2*Math.ceil(Math.PI/2/Math.acos(1-Math.min(1,k0*t/e)))));function kl(e,t,i){let r=i.clone().sub(t),a=new Bt().setFromUnitVectors(Vl,r.lengthSq()>0?r.normalize():Vl);return e.applyMatrix4(new at().compose(t.clone().add(i).multiplyScalar(.5),a,new D(1,1,1)))}function Su(e,t,i,r,a){let n=t.clone().normalize(),s=e[1].clone().sub(e[0]).
addScaledVector(n,-e[1].clone().sub(e[0]).dot(n)).normalize(),o=n.clone().cross(s),l=e[0],h=e.map(p=>{let g=p.clone().sub(l);return new xe(g.dot(s),g.dot(o))}),u=new Ni().setFromPoints(e).getSize(new D).length(),d=a?Math.min(.08*i,.01*u):0,c=new Yd(new jh(h),{depth:i-2*d,bevelEnabled:a,bevelThickness:d,bevelSize:d,bevelOffset:-d,bevelSegments:1,curveSegments:1});return c.translate(0,0,d-i/2+r),c.applyMatrix4(new at().makeBasis(s,o,n).setPosition(l))}function G0(e,t,i){let r=gt(e.n).normalize(),a=gt(
e.a),n=gt(e.b),s=n.clone().sub(a),o=s.addScaledVector(r,-s.dot(r)).normalize(),l=r.clone().cross(o),h=Va(e.w,t)/2,u=[];for(let[d,c]of[[n,-.5],[a,.5]])for(let p=0;p<=h;p++){let g=Math.PI*(c+p/h);u.push(d.clone().addScaledVector(o,e.w*Math.cos(g)).addScaledVector(l,e.w*Math.sin(g)))}return Su(u,r,e.t,e.o??0,i)}var W0={cyl:(e,t)=>{let i=gt(e.a),r=gt(e.b);return kl(new on(e.e??e.r,e.r,Math.max(i.distanceTo(r),1e-9),Va(Math.max(e.e??0,e.r),t)),i,r)},rod:(e,t)=>{let i=gt(e.a),r=gt(e.b),a=Va(e.r,t);return kl(
new gd(e.r,i.distanceTo(r),Math.ceil(a/4),a),i,r)},ball:(e,t)=>{let i=Va(e.r,t);return new eu(e.r,i,i/2).translate(...e.p)},box:e=>{let t=e.R??[1,0,0,0,1,0,0,0,1];return new sn(...e.s).applyMatrix4(new at().set(t[0],t[1],t[2],e.p[0],t[3],t[4],t[5],e.p[1],t[6],t[7],t[8],e.p[2],0,0,0,1))},bar:G0,plate:(e,t,i)=>Su(e.points.map(gt),gt(e.n),e.t,e.o??0,i),mesh:e=>{let t=new Lt;return t.setAttribute("position",new qt(e.v,3)),t.setIndex(new qt(e.f,1)),t}};function X0(e,t){let i=e;for(let r of Object.keys(
i.attributes))r!=="position"&&r!=="normal"&&i.deleteAttribute(r);return t&&(i=H0(i.index?i.toNonIndexed():i,V0)),i.index?i:z0(i)}function j0(e,t,i){let r=new Map;for(let a of e){let n=W0[a.k]?.(a,t,i);n&&r.set(a.c??"",[...r.get(a.c??"")??[],X0(n,["bar","plate","mesh"].includes(a.k))])}return new Map([...r].map(([a,n])=>[a,B0(n)]))}var La=36,Os={front:[0,0],back:[Math.PI,0],left:[-Math.PI/2,0],right:[Math.PI/2,0],top:[0,1.5],oblique:[.6,.45]},q0=class{constructor(e,t,i){this.data=e,this.canvas=t,
this.redraw=i,this.renew(),this.target=gt(e.centre),this.yaw=e.yaw,this.pitch=e.pitch,this.parallel=e.planar,this.home(),this.mouse()}data;canvas;redraw;target;travel=new D;distance=1;yaw;pitch;parallel;perspective=new $t(La);flat=new rn;up=new D;right=new D;depth=new D;renew(){this.up=gt(this.data.up),this.right=gt(this.data.right),this.depth=this.right.clone().cross(this.up)}shape=0;touched=!1;fit(){let e=this.canvas.clientWidth/this.canvas.clientHeight;!this.touched&&e!==this.shape&&this.home()}home(){
this.touched=!1;let e=this.data,t=this.shape=(this.canvas.clientWidth||4)/(this.canvas.clientHeight||3),i=4*e.unit,r=Math.tan(La*Math.PI/360);this.target=gt(e.centre),this.distance=e.frame.length?Math.max(...e.frame.map(([a,n,s])=>s+1.06*Math.max(Math.abs(n)+i,(Math.abs(a)+i)/t)/r)):1.16*Math.max((e.half[1]+i)/r,(e.half[0]+i)/(r*t)),this.yaw=e.yaw,this.pitch=e.pitch,this.parallel=e.planar}look(e){Os[e]?([this.yaw,this.pitch]=Os[e],this.touched=!0):this.home()}camera(e,t){let i=Math.cos(this.pitch),
r=this.right.clone().multiplyScalar(i*Math.sin(this.yaw)).addScaledVector(this.depth,i*Math.cos(this.yaw)).addScaledVector(this.up,Math.sin(this.pitch)),a=this.target.clone().add(this.travel),n=a.clone().addScaledVector(r,this.distance),s=this.distance/100,o=12*this.distance+10*this.data.size,l=e/t,h=this.parallel?this.flat:this.perspective;if(h instanceof rn){let u=this.distance*Math.tan(La*Math.PI/360);Object.assign(h,{left:-u*l,right:u*l,top:u,bottom:-u,near:-o,far:o})}else Object.assign(h,{aspect:l,
near:s,far:o});return h.matrixAutoUpdate=!1,h.position.copy(n),h.up.copy(this.up),h.matrix.copy(new at().lookAt(n,a,this.up)).setPosition(n),h.matrixWorldNeedsUpdate=!0,h.updateMatrixWorld(!0),h.updateProjectionMatrix(),h}pan(e,t){let i=2*this.distance*Math.tan(La*Math.PI/360)/this.canvas.clientHeight,r=this.camera(1,1).matrix.elements;this.target.addScaledVector(new D(r[0],r[1],r[2]),-e*i).addScaledVector(new D(r[4],r[5],r[6]),t*i)}mouse(){let e=this.canvas,t=new Map,i=0,r=()=>{let[a,n]=[...t.values()];
return Math.hypot(a.x-n.x,a.y-n.y)};e.addEventListener("pointerdown",a=>{a.defaultPrevented||(t.set(a.pointerId,{x:a.clientX,y:a.clientY}),a.isTrusted&&e.setPointerCapture(a.pointerId),t.size===2&&(i=r()))});for(let a of["pointerup","pointercancel"])e.addEventListener(a,n=>t.delete(n.pointerId));e.addEventListener("contextmenu",a=>a.preventDefault()),e.addEventListener("pointermove",a=>{let n=t.get(a.pointerId);if(!n)return;this.touched=!0;let s=a.clientX-n.x,o=a.clientY-n.y;if(n.x=a.clientX,n.y=
a.clientY,t.size===2){let l=r();this.distance*=i/Math.max(l,1),i=l,this.pan(s/2,o/2)}else a.shiftKey||(a.buttons&6)!==0?this.pan(s,o):(this.yaw-=s*.008,this.pitch=Math.max(-1.55,Math.min(1.55,this.pitch+o*.008)));this.redraw()}),e.addEventListener("wheel",a=>{a.preventDefault(),this.touched=!0,this.distance*=Math.exp(.0012*a.deltaY),this.redraw()},{passive:!1}),e.addEventListener("dblclick",()=>{this.home(),this.redraw()})}},J0=class{constructor(){this.id=0,this.object=null,this.z=0,this.renderOrder=
0}},Mu=class{constructor(){this.id=0,this.v1=new Gi,this.v2=new Gi,this.v3=new Gi,this.normalModel=new D,this.vertexNormalsModel=[new D,new D,new D],this.vertexNormalsLength=0,this.color=new Je,this.material=null,this.uvs=[new xe,new xe,new xe],this.z=0,this.renderOrder=0}},Gi=class{constructor(){this.position=new D,this.positionWorld=new D,this.positionScreen=new ut,this.visible=!0}copy(e){this.positionWorld.copy(e.positionWorld),this.positionScreen.copy(e.positionScreen)}},bu=class{constructor(){
this.id=0,this.v1=new Gi,this.v2=new Gi,this.vertexColors=[new Je,new Je],this.material=null,this.z=0,this.renderOrder=0}},Eu=class{constructor(){this.id=0,this.object=null,this.x=0,this.y=0,this.z=0,this.rotation=0,this.scale=new xe,this.material=null,this.renderOrder=0}},Y0=class{constructor(){let e,t,i=0,r,a,n=0,s,o,l=0,h,u,d=0,c,p,g=0,x,m=[],f=[],E={objects:[],lights:[],elements:[]},T=new D,y=new ut,w=new Ni(new D(-1,-1,-1),new D(1,1,1)),C=new Ni,v=new Array(3),b=new at,A=new at,O=new at,P=new yr,
z=[],X=[],L=[],V=[],Z=[],H=[],ue=new ut,q=new ut,j=new ut,se=[],be=[null,null,null],Q=[{sign:1},{sign:-1}];function re(){let B=[],W=[],ee=[],ie=null,te=new Ze;function Ae(M){ie=M,te.getNormalMatrix(ie.matrixWorld),B.length=0,W.length=0,ee.length=0}function R(M){let _=M.position,F=M.positionWorld,$=M.positionScreen;F.copy(_).applyMatrix4(x),$.copy(F).applyMatrix4(A);let K=1/$.w;$.x*=K,$.y*=K,$.z*=K,M.visible=$.x>=-1&&$.x<=1&&$.y>=-1&&$.y<=1&&$.z>=-1&&$.z<=1}function ke(M,_,F){r=et(),r.position.set(
M,_,F),R(r)}function Oe(M,_,F){B.push(M,_,F)}function Be(M,_,F){W.push(M,_,F)}function he(M,_){ee.push(M,_)}function Ne(M,_,F){return M.visible===!0||_.visible===!0||F.visible===!0?!0:(v[0]=M.positionScreen,v[1]=_.positionScreen,v[2]=F.positionScreen,w.intersectsBox(C.setFromPoints(v)))}function ve(M,_,F){return(F.positionScreen.x-M.positionScreen.x)*(_.positionScreen.y-M.positionScreen.y)-(F.positionScreen.y-M.positionScreen.y)*(_.positionScreen.x-M.positionScreen.x)<0}function Ue(M,_){let F=X[M],
$=X[_];F.positionScreen.copy(F.position).applyMatrix4(O),$.positionScreen.copy($.position).applyMatrix4(O),Le(F.positionScreen,$.positionScreen)===!0&&(F.positionScreen.multiplyScalar(1/F.positionScreen.w),$.positionScreen.multiplyScalar(1/$.positionScreen.w),h=nt(),h.id=ie.id,h.v1.copy(F),h.v2.copy($),h.z=Math.max(F.positionScreen.z,$.positionScreen.z),h.renderOrder=ie.renderOrder,h.material=ie.material,ie.material.vertexColors&&(h.vertexColors[0].fromArray(W,M*3),h.vertexColors[1].fromArray(W,
_*3)),E.elements.push(h))}function Ee(M,_,F,$){let K=X[M],de=X[_],fe=X[F],I=K.positionScreen.w,ne=de.positionScreen.w,_e=fe.positionScreen.w,N=I*(K.positionScreen.z+1),J=ne*(de.positionScreen.z+1),oe=_e*(fe.positionScreen.z+1),ce=I*(1-K.positionScreen.z),Te=ne*(1-de.positionScreen.z),Me=_e*(1-fe.positionScreen.z);if(N<0&&J<0&&oe<0||ce<0&&Te<0&&Me<0)return;if(N>=0&&J>=0&&oe>=0&&ce>=0&&Te>=0&&Me>=0){if(Ne(K,de,fe)===!1)return;if($.side===jt||ve(K,de,fe)===!0){s=Ie(),s.id=ie.id,s.v1.copy(K),s.v2.copy(
de),s.v3.copy(fe),s.z=(K.positionScreen.z+de.positionScreen.z+fe.positionScreen.z)/3,s.renderOrder=ie.renderOrder,T.subVectors(fe.position,de.position),y.subVectors(K.position,de.position),T.cross(y),s.normalModel.copy(T),s.normalModel.applyMatrix3(te).normalize();for(let ae=0;ae<3;ae++){let Xe=s.vertexNormalsModel[ae];Xe.fromArray(B,arguments[ae]*3),Xe.applyMatrix3(te).normalize(),s.uvs[ae].fromArray(ee,arguments[ae]*2)}s.vertexNormalsLength=3,s.material=$,$.vertexColors&&s.color.fromArray(W,M*
3),E.elements.push(s)}return}ue.set(K.positionScreen.x*I,K.positionScreen.y*I,K.positionScreen.z*I,I),q.set(de.positionScreen.x*ne,de.positionScreen.y*ne,de.positionScreen.z*ne,ne),j.set(fe.positionScreen.x*_e,fe.positionScreen.y*_e,fe.positionScreen.z*_e,_e),be[0]=ue,be[1]=q,be[2]=j;let Ge=pe(be);if(!(Ge<3)){for(let ae=0;ae<Ge;ae++){let Xe=m[ae],ze=se[ae];ze||(ze=new Gi,se[ae]=ze);let Qe=1/Xe.w;ze.positionScreen.set(Xe.x*Qe,Xe.y*Qe,Xe.z*Qe,1),ze.positionWorld.copy(K.positionWorld),ze.visible=!0}
for(let ae=1;ae<Ge-1;ae++){let Xe=se[0],ze=se[ae],Qe=se[ae+1];if($.side===jt||ve(Xe,ze,Qe)===!0){s=Ie(),s.id=ie.id,s.v1.copy(Xe),s.v2.copy(ze),s.v3.copy(Qe),s.z=(Xe.positionScreen.z+ze.positionScreen.z+Qe.positionScreen.z)/3,s.renderOrder=ie.renderOrder,T.subVectors(fe.position,de.position),y.subVectors(K.position,de.position),T.cross(y),s.normalModel.copy(T),s.normalModel.applyMatrix3(te).normalize();for(let Pe=0;Pe<3;Pe++){let ct=s.vertexNormalsModel[Pe];ct.fromArray(B,arguments[Pe]*3),ct.applyMatrix3(
te).normalize(),s.uvs[Pe].fromArray(ee,arguments[Pe]*2)}s.vertexNormalsLength=3,s.material=$,$.vertexColors&&s.color.fromArray(W,M*3),E.elements.push(s)}}}}return{setObject:Ae,projectVertex:R,checkTriangleVisibility:Ne,checkBackfaceCulling:ve,pushVertex:ke,pushNormal:Oe,pushColor:Be,pushUv:he,pushLine:Ue,pushTriangle:Ee}}let Se=new re;function He(B){if(B.visible===!1)return;if(B.isLight)E.lights.push(B);else if(B.isMesh||B.isLine||B.isPoints){if(B.material.visible===!1||B.frustumCulled===!0&&P.intersectsObject(
B)===!1)return;Ve(B)}else if(B.isSprite){if(B.material.visible===!1||B.frustumCulled===!0&&P.intersectsSprite(B)===!1)return;Ve(B)}let W=B.children;for(let ee=0,ie=W.length;ee<ie;ee++)He(W[ee])}function Ve(B){e=Ke(),e.id=B.id,e.object=B,T.setFromMatrixPosition(B.matrixWorld),T.applyMatrix4(A),e.z=T.z,e.renderOrder=B.renderOrder,E.objects.push(e)}this.projectScene=function(B,W,ee,ie){o=0,u=0,p=0,E.elements.length=0,B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),W.parent===null&&W.matrixWorldAutoUpdate===
!0&&W.updateMatrixWorld(),b.copy(W.matrixWorldInverse),A.multiplyMatrices(W.projectionMatrix,b),P.setFromProjectionMatrix(A),t=0,E.objects.length=0,E.lights.length=0,He(B),ee===!0&&E.objects.sort(ge);let te=E.objects;for(let Ae=0,R=te.length;Ae<R;Ae++){let ke=te[Ae].object,Oe=ke.geometry;if(Se.setObject(ke),x=ke.matrixWorld,a=0,ke.isMesh){let Be=ke.material,he=Array.isArray(Be),Ne=Oe.attributes,ve=Oe.groups;if(Ne.position===void 0)continue;let Ue=Ne.position.array;for(let Ee=0,M=Ue.length;Ee<M;Ee+=
3){let _=Ue[Ee],F=Ue[Ee+1],$=Ue[Ee+2],K=Oe.morphAttributes.position;if(K!==void 0){let de=Oe.morphTargetsRelative,fe=ke.morphTargetInfluences;for(let I=0,ne=K.length;I<ne;I++){let _e=fe[I];if(_e===0)continue;let N=K[I];de?(_+=N.getX(Ee/3)*_e,F+=N.getY(Ee/3)*_e,$+=N.getZ(Ee/3)*_e):(_+=(N.getX(Ee/3)-Ue[Ee])*_e,F+=(N.getY(Ee/3)-Ue[Ee+1])*_e,$+=(N.getZ(Ee/3)-Ue[Ee+2])*_e)}}Se.pushVertex(_,F,$)}if(Ne.normal!==void 0){let Ee=Ne.normal.array;for(let M=0,_=Ee.length;M<_;M+=3)Se.pushNormal(Ee[M],Ee[M+1],
Ee[M+2])}if(Ne.color!==void 0){let Ee=Ne.color.array;for(let M=0,_=Ee.length;M<_;M+=3)Se.pushColor(Ee[M],Ee[M+1],Ee[M+2])}if(Ne.uv!==void 0){let Ee=Ne.uv.array;for(let M=0,_=Ee.length;M<_;M+=2)Se.pushUv(Ee[M],Ee[M+1])}if(Oe.index!==null){let Ee=Oe.index.array;if(ve.length>0)for(let M=0;M<ve.length;M++){let _=ve[M];if(Be=he===!0?ke.material[_.materialIndex]:ke.material,Be!==void 0)for(let F=_.start,$=_.start+_.count;F<$;F+=3)Se.pushTriangle(Ee[F],Ee[F+1],Ee[F+2],Be)}else for(let M=0,_=Ee.length;M<
_;M+=3)Se.pushTriangle(Ee[M],Ee[M+1],Ee[M+2],Be)}else if(ve.length>0)for(let Ee=0;Ee<ve.length;Ee++){let M=ve[Ee];if(Be=he===!0?ke.material[M.materialIndex]:ke.material,Be!==void 0)for(let _=M.start,F=M.start+M.count;_<F;_+=3)Se.pushTriangle(_,_+1,_+2,Be)}else for(let Ee=0,M=Ue.length/3;Ee<M;Ee+=3)Se.pushTriangle(Ee,Ee+1,Ee+2,Be)}else if(ke.isLine){O.multiplyMatrices(A,x);let Be=Oe.attributes;if(Be.position!==void 0){let he=Be.position.array;for(let Ne=0,ve=he.length;Ne<ve;Ne+=3)Se.pushVertex(he[Ne],
he[Ne+1],he[Ne+2]);if(Be.color!==void 0){let Ne=Be.color.array;for(let ve=0,Ue=Ne.length;ve<Ue;ve+=3)Se.pushColor(Ne[ve],Ne[ve+1],Ne[ve+2])}if(Oe.index!==null){let Ne=Oe.index.array;for(let ve=0,Ue=Ne.length;ve<Ue;ve+=2)Se.pushLine(Ne[ve],Ne[ve+1])}else{let Ne=ke.isLineSegments?2:1;for(let ve=0,Ue=he.length/3-1;ve<Ue;ve+=Ne)Se.pushLine(ve,ve+1)}}}else if(ke.isPoints){O.multiplyMatrices(A,x);let Be=Oe.attributes;if(Be.position!==void 0){let he=Be.position.array;for(let Ne=0,ve=he.length;Ne<ve;Ne+=
3)y.set(he[Ne],he[Ne+1],he[Ne+2],1),y.applyMatrix4(O),me(y,ke,W)}}else ke.isSprite&&(ke.modelViewMatrix.multiplyMatrices(W.matrixWorldInverse,ke.matrixWorld),y.set(x.elements[12],x.elements[13],x.elements[14],1),y.applyMatrix4(A),me(y,ke,W))}return ie===!0&&E.elements.sort(ge),E};function me(B,W,ee){let ie=1/B.w;B.z*=ie,B.z>=-1&&B.z<=1&&(c=le(),c.id=W.id,c.x=B.x*ie,c.y=B.y*ie,c.z=B.z,c.renderOrder=W.renderOrder,c.object=W,c.rotation=W.rotation,c.scale.x=W.scale.x*Math.abs(c.x-(B.x+ee.projectionMatrix.
elements[0])/(B.w+ee.projectionMatrix.elements[12])),c.scale.y=W.scale.y*Math.abs(c.y-(B.y+ee.projectionMatrix.elements[5])/(B.w+ee.projectionMatrix.elements[13])),c.material=W.material,E.elements.push(c))}function Ke(){if(t===i){let B=new J0;return z.push(B),i++,t++,B}return z[t++]}function et(){if(a===n){let B=new Gi;return X.push(B),n++,a++,B}return X[a++]}function Ie(){if(o===l){let B=new Mu;return L.push(B),l++,o++,B}return L[o++]}function nt(){if(u===d){let B=new bu;return V.push(B),d++,u++,
B}return V[u++]}function le(){if(p===g){let B=new Eu;return Z.push(B),g++,p++,B}return Z[p++]}function ge(B,W){return B.renderOrder!==W.renderOrder?B.renderOrder-W.renderOrder:B.z!==W.z?W.z-B.z:B.id!==W.id?B.id-W.id:0}function pe(B){m[0]=B[0],m[1]=B[1],m[2]=B[2];let W=3,ee=0;for(let ie=0;ie<Q.length;ie++){let te=Q[ie];if(ee=0,W===0)break;for(let R=0;R<W;R++){let ke=m[R],Oe=m[(R+1)%W],Be=te.sign*ke.z+ke.w,he=te.sign*Oe.z+Oe.w,Ne=Be>=0,ve=he>=0;if(Ne&&ve)f[ee++]=ke;else if(Ne&&!ve){f[ee++]=ke;let Ue=Be/
(Be-he),Ee=H[ee];Ee||(Ee=new ut,H[ee]=Ee),Ee.lerpVectors(ke,Oe,Ue),f[ee++]=Ee}else if(!Ne&&ve){let Ue=Be/(Be-he),Ee=H[ee];Ee||(Ee=new ut,H[ee]=Ee),Ee.lerpVectors(ke,Oe,Ue),f[ee++]=Ee}}let Ae=m;m=f,f=Ae,W=ee}return W}function Le(B,W){let ee=0,ie=1,te=B.z+B.w,Ae=W.z+W.w,R=-B.z+B.w,ke=-W.z+W.w;return te>=0&&Ae>=0&&R>=0&&ke>=0?!0:te<0&&Ae<0||R<0&&ke<0?!1:(te<0?ee=Math.max(ee,te/(te-Ae)):Ae<0&&(ie=Math.min(ie,te/(te-Ae))),R<0?ee=Math.max(ee,R/(R-ke)):ke<0&&(ie=Math.min(ie,R/(R-ke))),ie<ee?!1:(B.lerp(
W,ee),W.lerp(B,1-ie),!0))}}},Gl=class{constructor(){let e,t,i,r,a,n,s,o,l,h,u,d=0,c=0,p=0,g=null,x=1,m,f,E=this,T=new fl,y=new fl,w=new Je,C=new Je,v=new Je,b=new Je,A=new Je,O=new Je,P=new D,z=new D,X=new D,L=new D,V=new Ze,Z=new at,H=new at,ue=[],q=[],j=[],se=new Y0,be=document.createElementNS("http://www.w3.org/2000/svg","svg");this.domElement=be,this.autoClear=!0,this.sortObjects=!0,this.sortElements=!0,this.overdraw=.5,this.outputColorSpace=Ot,this.info={render:{vertices:0,faces:0}},this.setQuality=
function(B){switch(B){case"high":x=1;break;case"low":x=0;break}},this.setClearColor=function(B){O.set(B)},this.setPixelRatio=function(){},this.setSize=function(B,W){r=B,a=W,n=r/2,s=a/2,be.setAttribute("viewBox",-n+" "+-s+" "+r+" "+a),be.setAttribute("width",r),be.setAttribute("height",a),T.min.set(-n,-s),T.max.set(n,s)},this.getSize=function(){return{width:r,height:a}},this.setPrecision=function(B){g=B};function Q(){for(d=0;be.childNodes.length>0;)be.removeChild(be.childNodes[0])}function re(B){
return g!==null?B.toFixed(g):B}function Se(B,W){let ee=B.data.renderOrder!==void 0?B.data.renderOrder:0,ie=W.data.renderOrder!==void 0?W.data.renderOrder:0;if(ee!==ie)return ee-ie;{let te=B.data.z!==void 0?B.data.z:0;return(W.data.z!==void 0?W.data.z:0)-te}}this.clear=function(){Q(),be.style.backgroundColor=O.getStyle(E.outputColorSpace)},this.render=function(B,W){if(!(W instanceof io)){console.error("THREE.SVGRenderer.render: camera is not an instance of Camera.");return}let ee=B.background;ee&&
ee.isColor?(Q(),be.style.backgroundColor=ee.getStyle(E.outputColorSpace)):this.autoClear===!0&&this.clear(),E.info.render.vertices=0,E.info.render.faces=0,Z.copy(W.matrixWorldInverse),H.multiplyMatrices(W.projectionMatrix,Z),e=se.projectScene(B,W,this.sortObjects,this.sortElements),t=e.elements,i=e.lights,V.getNormalMatrix(W.matrixWorldInverse),He(i),p=0;for(let ie=0,te=t.length;ie<te;ie++){let Ae=t[ie],R=Ae.material;R===void 0||R.opacity===0||Le(p++,"element",Ae,R)}c=0,B.traverseVisible(function(ie){
if(ie.isSVGObject){if(P.setFromMatrixPosition(ie.matrixWorld),P.applyMatrix4(H),P.z<-1||P.z>1)return;let te=P.x*n,Ae=-P.y*s,R=pe(c++);R.node=ie.node,R.x=te,R.y=Ae,R.z=P.z,R.renderOrder=ie.renderOrder,Le(p++,"svgObject",R,null)}}),j.length=p,this.sortElements&&c>0&&j.sort(Se),m="",f="";for(let ie=0;ie<p;ie++){let te=j[ie];if(te.type==="svgObject"){le();let Ae=te.data,R=Ae.node;R.setAttribute("transform","translate("+Ae.x+","+Ae.y+")"),be.appendChild(R)}else{let Ae=te.data,R=te.material;y.makeEmpty(),
Ae instanceof Eu?(o=Ae,o.x*=n,o.y*=-s,me(o,Ae,R)):Ae instanceof bu?(o=Ae.v1,l=Ae.v2,o.positionScreen.x*=n,o.positionScreen.y*=-s,l.positionScreen.x*=n,l.positionScreen.y*=-s,y.setFromPoints([o.positionScreen,l.positionScreen]),T.intersectsBox(y)===!0&&Ke(o,l,R)):Ae instanceof Mu&&(o=Ae.v1,l=Ae.v2,h=Ae.v3,o.positionScreen.x*=n,o.positionScreen.y*=-s,l.positionScreen.x*=n,l.positionScreen.y*=-s,h.positionScreen.x*=n,h.positionScreen.y*=-s,this.overdraw>0&&(Ie(o.positionScreen,l.positionScreen,this.
overdraw),Ie(l.positionScreen,h.positionScreen,this.overdraw),Ie(h.positionScreen,o.positionScreen,this.overdraw)),y.setFromPoints([o.positionScreen,l.positionScreen,h.positionScreen]),T.intersectsBox(y)===!0&&et(o,l,h,Ae,R))}}le()};function He(B){v.setRGB(0,0,0),b.setRGB(0,0,0),A.setRGB(0,0,0);for(let W=0,ee=B.length;W<ee;W++){let ie=B[W],te=ie.color;ie.isAmbientLight?(v.r+=te.r,v.g+=te.g,v.b+=te.b):ie.isDirectionalLight?(b.r+=te.r,b.g+=te.g,b.b+=te.b):ie.isPointLight&&(A.r+=te.r,A.g+=te.g,A.b+=
te.b)}}function Ve(B,W,ee,ie){for(let te=0,Ae=B.length;te<Ae;te++){let R=B[te],ke=R.color;if(R.isDirectionalLight){let Oe=P.setFromMatrixPosition(R.matrixWorld).sub(z.setFromMatrixPosition(R.target.matrixWorld)).normalize(),Be=ee.dot(Oe);if(Be<=0)continue;Be*=R.intensity,ie.r+=ke.r*Be,ie.g+=ke.g*Be,ie.b+=ke.b*Be}else if(R.isPointLight){let Oe=P.setFromMatrixPosition(R.matrixWorld),Be=ee.dot(P.subVectors(Oe,W).normalize());if(Be<=0||(Be*=R.distance==0?1:1-Math.min(W.distanceTo(Oe)/R.distance,1),Be==
0))continue;Be*=R.intensity,ie.r+=ke.r*Be,ie.g+=ke.g*Be,ie.b+=ke.b*Be}}}function me(B,W,ee){let ie=W.scale.x*n,te=W.scale.y*s;ee.isPointsMaterial&&(ie*=ee.size,te*=ee.size);let Ae="M"+re(B.x-ie*.5)+","+re(B.y-te*.5)+"h"+re(ie)+"v"+re(te)+"h"+re(-ie)+"z",R="";(ee.isSpriteMaterial||ee.isPointsMaterial)&&(R="fill:"+ee.color.getStyle(E.outputColorSpace)+";fill-opacity:"+ee.opacity),nt(R,Ae)}function Ke(B,W,ee){let ie="M"+re(B.positionScreen.x)+","+re(B.positionScreen.y)+"L"+re(W.positionScreen.x)+","+
re(W.positionScreen.y);if(ee.isLineBasicMaterial){let te="fill:none;stroke:"+ee.color.getStyle(E.outputColorSpace)+";stroke-opacity:"+ee.opacity+";stroke-width:"+ee.linewidth+";stroke-linecap:"+ee.linecap;ee.isLineDashedMaterial&&(te=te+";stroke-dasharray:"+ee.dashSize+","+ee.gapSize),nt(te,ie)}}function et(B,W,ee,ie,te){E.info.render.vertices+=3,E.info.render.faces++;let Ae="M"+re(B.positionScreen.x)+","+re(B.positionScreen.y)+"L"+re(W.positionScreen.x)+","+re(W.positionScreen.y)+"L"+re(ee.positionScreen.
x)+","+re(ee.positionScreen.y)+"z",R="";te.isMeshBasicMaterial?(w.copy(te.color),te.vertexColors&&w.multiply(ie.color)):te.isMeshLambertMaterial||te.isMeshPhongMaterial||te.isMeshStandardMaterial?(C.copy(te.color),te.vertexColors&&C.multiply(ie.color),w.copy(v),X.copy(B.positionWorld).add(W.positionWorld).add(ee.positionWorld).divideScalar(3),Ve(i,X,ie.normalModel,w),w.multiply(C).add(te.emissive)):te.isMeshNormalMaterial&&(L.copy(ie.normalModel).applyMatrix3(V).normalize(),w.setRGB(L.x,L.y,L.z).
multiplyScalar(.5).addScalar(.5)),te.wireframe?R="fill:none;stroke:"+w.getStyle(E.outputColorSpace)+";stroke-opacity:"+te.opacity+";stroke-width:"+te.wireframeLinewidth+";stroke-linecap:"+te.wireframeLinecap+";stroke-linejoin:"+te.wireframeLinejoin:R="fill:"+w.getStyle(E.outputColorSpace)+";fill-opacity:"+te.opacity,nt(R,Ae)}function Ie(B,W,ee){let ie=W.x-B.x,te=W.y-B.y,Ae=ie*ie+te*te;if(Ae===0)return;let R=ee/Math.sqrt(Ae);ie*=R,te*=R,W.x+=ie,W.y+=te,B.x-=ie,B.y-=te}function nt(B,W){f===B?m+=W:
(le(),f=B,m=W)}function le(){m&&(u=ge(d++),u.setAttribute("d",m),u.setAttribute("style",f),be.appendChild(u)),m="",f=""}function ge(B){let W=ue[B];return W===void 0&&(W=document.createElementNS("http://www.w3.org/2000/svg","path"),x==0&&W.setAttribute("shape-rendering","crispEdges"),ue[B]=W),W}function pe(B){let W=q[B];return W===void 0&&(W={node:null,x:0,y:0,z:0,renderOrder:0},q[B]=W),W}function Le(B,W,ee,ie){let te=j[B];return te===void 0?(te={type:W,data:ee,material:ie},j[B]=te,te):(te.type=W,
te.data=ee,te.material=ie,te)}}},K0=new D(0,1,0),Z0=new on(1,1,1,16).translate(0,.5,0),Q0=new vd(1,1,20).translate(0,.5,0),Wl=class{constructor(e,t){this.radius=e;let i=new au({color:t,roughness:.6,emissive:t,emissiveIntensity:.25,depthTest:!1,transparent:!0});this.shaft=new zt(Z0,i),this.tip=new zt(Q0,i),this.shaft.renderOrder=this.tip.renderOrder=4,this.root.add(this.shaft,this.tip)}radius;root=new Gt;shaft;tip;place(e,t){let i=t.length(),r=Math.min(4*this.radius,.5*i);this.root.visible=i>1e-9,
this.root.visible&&(this.root.position.copy(e),this.root.quaternion.copy(new Bt().setFromUnitVectors(K0,t.clone().divideScalar(i))),this.shaft.scale.set(this.radius,i-r,this.radius),this.tip.position.y=i-r,this.tip.scale.set(2.3*this.radius,r,2.3*this.radius))}},$0=class{constructor(e,t,i){this.gl=e,this.redraw=i;let r=Math.min(window.devicePixelRatio||1,2);this.moving=r,this.still=t?2:r}gl;redraw;moving;still;timer=0;last=0;now=NaN;width=0;height=0;prepare(e,t,i,r){let a=i?this.still:this.moving;
(a!==this.now||e!==this.width||t!==this.height)&&([this.now,this.width,this.height]=[a,e,t],this.gl.setPixelRatio(a),this.gl.setSize(e,t,!1));let n=performance.now(),s=n-this.last;this.last=n,window.clearTimeout(this.timer),a<this.still&&!r&&(this.timer=window.setTimeout(this.redraw,Math.max(250,s<600?3*s:0)))}close(){window.clearTimeout(this.timer)}},Fs=19,e_={joint:[8,-.6],force:[8,.4]},t_=(e,t)=>e.left+e.width<=t.left||t.left+t.width<=e.left||Math.abs(e.top-t.top)>=Fs,i_=class{host=Wi("div",{
class:"labels","aria-hidden":"true"});widths=new Map;constructor(e){e.append(this.host)}close(){this.host.remove()}place(e,t,i,r){let a=this.host,n=[];for(;a.children.length<e.length;)a.append(Wi("span"));for(;a.children.length>e.length;)a.lastChild.remove();e.forEach((s,o)=>{let l=a.children[o],h=s.at.clone().project(t);if(l.textContent!==s.text&&(l.textContent=s.text),l.className!==s.kind&&(l.className=s.kind),l.style.color=s.colour??"",l.style.display=h.z>1?"none":"",h.z>1)return;let u=e_[s.kind],
d=this.width(s,l),c=(h.x+1)/2*i,p=(1-h.y)/2*r,g={width:d,left:u?c+u[0]:c-d/2,top:p+Fs*(u?u[1]:-1.7)},x=g.top;for(let m=1;m<9&&n.some(f=>!t_(f,g));m++)g.top=x+Fs*(m%2?-1:1)*Math.ceil(m/2);n.push(g),l.style.transform=`translate(${g.left.toFixed(1)}px, ${g.top.toFixed(1)}px)`})}width(e,t){let i=`${e.kind} ${e.kind==="force"?e.text.length:e.text}`,r=this.widths.get(i);return r===void 0&&(r=t.offsetWidth,r&&this.widths.set(i,r)),r}},r_=new D(0,1,0),Tu=new on(1,1,1,28);Tu.translate(0,.5,0);var a_=class extends ii{constructor(e,t,i){
super(),this.radius=e,this.length=t,this.turns=i}radius;length;turns;getPoint(e,t=new D){let i=Math.min(1,Math.max(0,(e-.08)/.84)),r=2*Math.PI*this.turns*i,a=this.radius*Math.min(1,12*i,12*(1-i));return t.set(a*Math.cos(r),this.length*e,a*Math.sin(r))}},n_=class{constructor(e,t,i,r){this.data=e;let a=t;this.body=r(e.colour??"#7d8794");let n=(s,o,l,h,u=0)=>{let d=new zt(Tu,s);d.castShadow=d.receiveShadow=!0,this.root.add(d),this.parts.push({mesh:d,from:l,to:h,radius:o,side:u})};if((e.kind==="spri\
ng"||e.kind==="strut")&&(this.natural=Math.max(i,1e-6),this.coil=new zt(new Qd(new a_((e.kind==="strut"?1.8:1.5)*a,this.natural,e.kind==="strut"?6:8),220,(e.kind==="strut"?.2:.26)*a,8),r("#7b8794")),this.coil.castShadow=!0,this.root.add(this.coil)),e.kind!=="spring")if(e.kind==="telescope"){let s=e.closed,o=e.bore/2,l=e.rod/2,h=r(e.rod_colour??"#cfd6dd");for(let u of e.spread?[-.5,.5]:[0]){let d=u*(e.spread??0);n(this.body,1.18*o,()=>0,()=>.9*s,d),n(this.body,1.34*o,()=>.86*s,()=>.91*s,d),n(h,l,
()=>.88*s,c=>Math.max(c,.88*s+.001),d),n(this.body,1.25*l,c=>c-1.5*o,c=>c,d)}}else e.kind==="cylinder"?(n(this.body,1.1*a,()=>0,s=>.55*s),n(r("#c3cad3"),.55*a,s=>.5*s,s=>s),n(this.body,1.25*a,()=>-.9*a,()=>.9*a),n(r("#8b95a1"),.9*a,s=>s-.8*a,s=>s+.8*a)):e.kind==="damper"||e.kind==="strut"?(n(this.body,.8*a,s=>.3*s,s=>.7*s),n(r("#9aa4b0"),.35*a,()=>0,s=>.3*s),n(r("#9aa4b0"),.35*a,s=>.7*s,s=>s)):n(r("#7b8794"),.45*a,()=>0,s=>s)}data;root=new Gt;body;parts=[];natural=1;coil=null;place(e,t,i){let r=t.
clone().sub(e),a=r.length();if(this.root.visible=a>1e-9,!!this.root.visible){if(this.root.position.copy(e),this.data.spread){let n=r.clone().normalize(),s=i.clone().addScaledVector(n,-i.dot(n)).normalize(),o=s.clone().cross(n);this.root.matrix.makeBasis(s,n,o),this.root.quaternion.setFromRotationMatrix(this.root.matrix)}else this.root.quaternion.copy(new Bt().setFromUnitVectors(r_,r.normalize()));this.coil?.scale.set(1,a/this.natural,1);for(let n of this.parts){let s=n.from(a),o=n.to(a);n.mesh.position.
set(n.side,s,0),n.mesh.scale.set(n.radius,Math.max(o-s,1e-6),n.radius)}}}tint(e){let t=this.body.color;e===null?t.set(this.data.colour??"#7d8794"):t.lerpColors(new Je("#3b6fb6"),new Je(e<.5?"#f2d16b":"#c4262e"),e<.5?2*e:1).lerp(new Je("#f2d16b"),e<.5?0:2*(1-e))}},wu=(e,t)=>t?new np({color:e}):new au({color:e,roughness:.55,metalness:.05}),s_=e=>{let t=wu("#ffffff",!1);return t.color.copy(e.color),t};function o_(){let e=document.createElement("canvas").getContext("webgl2"),t=e?.getExtension("WEBGL\
_debug_renderer_info"),i=t?String(e.getParameter(t.UNMASKED_RENDERER_WEBGL)):"";return e?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(i)}var l_=class{constructor(e,t,i,r){this.body=e,this.point=t;let a=Array.from({length:i.frames},(n,s)=>i.point(e,t,s));this.line=new Dh(new Lt().setFromPoints(a),new Qa({color:r,linewidth:2}))}body;point;line},h_=[["names","bodies"],["joints","joints"],["frames","frames"],["com","centres of mass"],["reactio\
ns","reactions"],["grid","grid"]],Xl=["#c2185b","#0072b2","#009e73","#d55e00","#7b5ea7"],jn=.6,u_=.45,jl=.3,c_=class{constructor(e,t){this.canvas=e,this.scene=t,this.eye=new q0(t,e,()=>this.ask()),this.fill(),this.world.add(this.hemisphere,new Ap("#ffffff",.35),this.light,this.light.target),this.lit(),this.renderer(),this.labels=new i_(e.parentElement),this.clicks(),new ResizeObserver(()=>this.ask()).observe(e.parentElement)}canvas;scene;show={shapes:!0,grid:!0,frames:!1,com:!1,reactions:!1,names:!1,
joints:!1};pose=new Float32Array(0);forces=null;scales={};scale=1;unit=e=>`${e.toPrecision(3)} N`;eye;gl=null;picked=()=>{};drawn=()=>{};selected=-1;held=!1;playing=!1;follow=-1;traces=[];lines=[];bodies=[];looks=[];world=new Rh;content=new Gt;former=[];svg=null;software=o_();pictures=0;labels;effort=null;coms=[];frames=[];arrows=[];grid=new Gt;light=new wp("#ffffff",2.1);floor=null;asked=!1;late=0;from=[];darkness=!1;hemisphere=new bp("#ffffff","#8d97a5",1.25);get dark(){return this.darkness}set dark(e){
this.darkness=e,this.hemisphere.intensity=e?.9:1.25,this.light.intensity=e?1.7:2.1,this.ask()}material(e){return wu(e,this.software)}meshes(e,t){return[...j0(e,this.scene.size,!this.software)].map(([i,r])=>{let a=new zt(r,this.material(i||t));return a.castShadow=a.receiveShadow=!0,this.scene.planar&&a.add(new Yo(new _d(r,30),new Qa({color:"#1c232c",transparent:!0,opacity:.75}))),a})}reshape(e){let t=new Map(this.scene.bodies.map((n,s)=>[n.name,this.looks[s]])),i=this.scene.bodies[this.selected]?.
name,r=this.scene.bodies[this.follow]?.name,a=n=>this.scene.bodies.findIndex(s=>s.name===n);Object.assign(this.scene,e),this.former.push(this.content),this.world.remove(this.content),this.content=new Gt,this.fill(),this.lit(),this.eye.renew(),this.follow=a(r),this.from=[],i!==void 0&&this.select(a(i)),this.scene.bodies.forEach((n,s)=>{let o=t.get(n.name);o&&o!=="shown"&&this.set(s,o)}),this.ask()}fill(){let e=this.scene,t=e.unit,i=(...s)=>this.content.add(...s);this.pose.length!==7*e.bodies.length&&
(this.pose=new Float32Array(7*e.bodies.length),e.bodies.forEach((s,o)=>{this.pose[7*o]=1})),this.bodies=e.bodies.map(s=>this.solid(s)),this.looks=e.bodies.map(()=>"shown");let r=new Gt;for(let s of this.meshes(e.ground,"#9aa4b0"))r.add(s);i(r,...this.bodies),this.lines=e.lines.map(s=>new n_(s,t,Math.max(this.point(s.a).distanceTo(this.point(s.b)),2*t),o=>this.material(o)));for(let s of this.lines)i(s.root);this.grid=this.gridLines(),i(this.grid);let a=new eu(1.1*t,24,16),n=this.material("#f2c230");
n.depthTest=!1,this.coms=e.bodies.map((s,o)=>{let l=new zt(a,n);return l.renderOrder=3,l.userData.at=s.com?[o,...s.com]:null,l}),this.frames=e.bodies.flatMap(()=>["#d64545","#3d9a50","#3f6fd1"].map(s=>new Wl(.26*t,s))),this.arrows=e.joints.map(()=>new Wl(.5*t,"#c2185b")),i(...this.coms,...[...this.frames,...this.arrows].map(s=>s.root)),this.world.add(this.content)}discard(){for(let e of this.former.splice(0))e.traverse(t=>{let{geometry:i,material:r}=t;i?.dispose();for(let a of Array.isArray(r)?r:
r?[r]:[])a.dispose()})}solid(e){let t=new Gt;for(let i of this.meshes(e.shapes,e.colour))t.add(i);return t.name=e.name,t}gridLines(){let e=this.scene.grid,t=gt(e.n),i=Math.abs(t.x)<.6?new D(1,0,0):new D(0,1,0),r=t.clone().cross(i).normalize(),a=t.clone().cross(r),n=new Gt,s=e.count*e.step;for(let l of[!1,!0]){let h=[];for(let d=-e.count;d<=e.count;d++)if(d%5===0===l)for(let[c,p]of[[r,a],[a,r]])for(let g of[-1,1])h.push(...gt(e.p).addScaledVector(c,d*e.step).addScaledVector(p,g*s).toArray());let u=new Yo(
new Lt,new Qa({color:"#8693a3",transparent:!0,opacity:l?.28:.1,depthWrite:!1}));u.geometry.setAttribute("position",new pt(h,3)),n.add(u)}let o=new zt(new Qs(8*s,8*s),new $d({opacity:.2}));return o.receiveShadow=!0,o.visible=this.light.castShadow,o.quaternion.copy(new Bt().setFromUnitVectors(new D(0,0,1),t)),o.position.copy(gt(e.p)).addScaledVector(t,-.001*this.scene.size),this.floor=o,this.content.add(o),n}lit(){let e=this.scene,t=this.light,i=gt(e.up),r=gt(e.right),a=r.clone().cross(i),n=1.5*e.
size;this.hemisphere.position.copy(i),t.userData.from=r.multiplyScalar(.45).addScaledVector(i,1).addScaledVector(a,.7).multiplyScalar(2.2*e.size),t.shadow.mapSize.set(1024,1024),t.shadow.bias=-6e-4,t.shadow.normalBias=.3*e.unit,t.shadow.radius=3,Object.assign(t.shadow.camera,{left:-n,right:n,top:n,bottom:-n,near:.05*e.size,far:8*e.size}),t.shadow.camera.updateProjectionMatrix()}renderer(){try{let e=this.software;if(!this.canvas.getContext("webgl2",{antialias:!e,alpha:!0,stencil:!1}))throw new Error(
"no WebGL");this.gl=new D0({canvas:this.canvas,antialias:!e,alpha:!0}),this.gl.shadowMap.type=Br,this.shadows(!e),this.gl.setClearColor(0,0),this.effort=new $0(this.gl,e,()=>this.draw(!0))}catch{this.svg=new Gl,this.svg.setQuality("low"),this.shadows(!1);let e=this.svg.domElement;e.setAttribute("class","flat"),e.setAttribute("role","img"),e.setAttribute("aria-label","picture of the machine"),this.canvas.before(e),this.canvas.parentElement.append(Wi("p",{class:"note"},"This browser has no WebGL: \
the machine is drawn as a plain picture."))}}shadows(e){this.gl&&(this.gl.shadowMap.enabled=e),this.light.castShadow=e,this.floor&&(this.floor.visible=e)}pace(e,t){this.late=Math.max(0,this.late+Math.min(e/t-1,1)),this.late>4&&(this.late=0,this.ease())}hold(e){this.held=e,!e&&this.effort&&(this.effort.moving=Math.max(this.effort.moving,jn))}ease(){!this.gl||!this.effort||(this.effort.moving>1?this.effort.moving=1:this.gl.shadowMap.enabled?(this.shadows(!1),this.world.traverse(e=>{let t=e.material;
t&&(t.needsUpdate=!0)})):this.effort.moving>jn?this.effort.moving=jn:this.held&&(this.effort.moving=u_))}place(e){let t=7*e,i=this.pose;return{q:[i[t],i[t+1],i[t+2],i[t+3]],p:[i[t+4],i[t+5],i[t+6]]}}point(e){let t=new D(e[1],e[2],e[3]);if(e[0]<0)return t;let i=this.place(e[0]);return t.applyQuaternion(new Bt(i.q[1],i.q[2],i.q[3],i.q[0])).add(gt(i.p))}local(e,t){let i=this.place(e);return t.clone().sub(gt(i.p)).applyQuaternion(new Bt(i.q[1],i.q[2],i.q[3],i.q[0]).invert())}travel(){let e=this.scene.
follow,t=this.follow>=0?this.follow:e?e.body:-1;if(t<0)return new D;this.follow>=0&&!this.from[t]&&(this.from[t]=gt(this.place(t).p));let i=gt(this.scene.up),r=gt(this.place(t).p).sub(this.follow>=0?this.from[t]:gt(e.from));return r.addScaledVector(i,-r.dot(i))}home(){this.eye.home(),this.follow=-1,this.ask()}ask(){this.asked||(this.asked=!0,requestAnimationFrame(()=>{this.asked&&this.draw()}))}draw(e=!1){this.asked=!1,this.pictures++;let t=this.canvas.parentElement,i=t?.clientWidth,r=t?.clientHeight;
if(!i||!r)return;this.arrange(),this.eye.fit();let a=this.eye.camera(i,r);this.gl?(this.effort?.prepare(i,r,e,this.playing),this.gl.render(this.world,a)):this.svg&&(this.svg.setSize(i,r),this.svg.render(this.world,a)),this.discard(),this.labels.place(this.words(),a,i,r),this.drawn();let n=document.documentElement.dataset;n.picture||requestAnimationFrame(s=>n.picture??=s.toFixed(0))}arrange(){let e=this.scene,t=this.travel();this.eye.travel=t;let i=5*e.grid.step;this.grid.position.set(...t.toArray().
map(r=>Math.round(r/i)*i)),this.light.target.position.copy(gt(e.centre)).add(t),this.light.position.copy(this.light.target.position).add(this.light.userData.from),this.bodies.forEach((r,a)=>{let{q:n,p:s}=this.place(a),o=this.scales[a]??1;r.visible=this.show.shapes&&this.looks[a]!=="hidden"&&o>=.05,r.position.set(...s),r.quaternion.set(n[1],n[2],n[3],n[0]),r.scale.setScalar(o)}),this.lines.forEach(r=>r.place(this.point(r.data.a),this.point(r.data.b),r.data.a[0]<0?new D(0,1,0):this.point([r.data.a[0],
0,1,0]).sub(this.point([r.data.a[0],0,0,0])))),this.grid.visible=this.show.grid,this.coms.forEach(r=>{r.visible=this.show.com&&!!r.userData.at,r.visible&&r.position.copy(this.point(r.userData.at))}),this.frames.forEach((r,a)=>{let n=Math.floor(a/3);if(r.root.visible=this.show.frames,this.show.frames){let s=this.point([n,0,0,0]);r.place(s,this.point([n,+(a%3===0),+(a%3===1),+(a%3===2)]).sub(s).multiplyScalar(7*e.unit))}}),this.arrows.forEach((r,a)=>{let n=this.force(a);r.root.visible=this.show.reactions&&
n.length()>1e-4*this.scale,r.root.visible&&r.place(this.point(e.joints[a].at),n.multiplyScalar(jl*e.size/this.scale).clampLength(0,1.5*jl*e.size))})}force(e){let t=this.forces;return t?new D(t[3*e],t[3*e+1],t[3*e+2]):new D}words(){let e=this.scene,t=[];if(this.show.names&&e.bodies.forEach((i,r)=>{this.looks[r]!=="hidden"&&t.push({text:qn(i.name),at:this.point([r,...i.label]),kind:"body"})}),this.show.joints)for(let i of e.joints)t.push({text:qn(i.name),at:this.point(i.at),kind:"joint"});return this.
show.reactions&&e.joints.forEach((i,r)=>{let a=this.force(r).length();a>.001*this.scale&&t.push({text:this.unit(a),at:this.point(i.at),kind:"force"})}),t}look(e){return this.looks[e]}set(e,t){this.looks[e]=t,this.bodies[e].traverse(i=>{let r=i.material;r&&i.type==="Mesh"&&(r.transparent=t==="faded",r.opacity=t==="faded"?.22:1,r.depthWrite=t!=="faded",r.needsUpdate=!0)}),this.ask()}isolate(e){this.scene.bodies.forEach((t,i)=>this.set(i,i===e?"shown":"faded"))}all(){this.scene.bodies.forEach((e,t)=>this.
set(t,"shown"))}select(e){this.selected=e,this.bodies.forEach((t,i)=>t.traverse(r=>{let a=r.material;a?.emissive&&(a.emissive=new Je(i===e?"#2f7fd0":"#000000"),a.emissiveIntensity=i===e?.35:0)})),this.ask()}trace(e,t,i){let r=new l_(e,t,i,Xl[this.traces.length%Xl.length]);return this.traces.push(r),this.world.add(r.line),this.ask(),r}untrace(){for(let e of this.traces)this.world.remove(e.line);this.traces=[],this.ask()}under(e){let t=this.canvas.parentElement;return I0(e,this.canvas,this.eye.camera(
t.clientWidth,t.clientHeight),this.bodies)}clicks(){let e=null;this.canvas.addEventListener("pointerdown",t=>{e=[t.clientX,t.clientY]}),this.canvas.addEventListener("pointerup",t=>{if(e&&Math.hypot(t.clientX-e[0],t.clientY-e[1])<4&&t.button===0){let i=this.under(t);this.select(i?i.body:-1),this.picked(i)}e=null})}close(){this.labels.close(),this.effort?.close(),this.gl?.dispose(),this.gl?.forceContextLoss()}png(){return this.draw(!0),this.canvas.toDataURL("image/png")}vector(){let e=new Gl,t=this.
canvas.parentElement;e.setSize(t.clientWidth,t.clientHeight),e.setPrecision(2);let i=this.floor?.visible;return this.floor&&(this.floor.visible=!1),e.render(this.world,this.eye.camera(t.clientWidth,t.clientHeight)),this.floor&&(this.floor.visible=!!i),new XMLSerializer().serializeToString(e.domElement)}exported(){let e=new Gt;for(let t of this.bodies){let i=t.clone(!0);i.traverse(r=>{r.type==="LineSegments"?r.visible=!1:r.type==="Mesh"&&(r.material=s_(r.material))}),e.add(i)}return e.name=this.scene.
name,e}};return Fu(d_);})();
